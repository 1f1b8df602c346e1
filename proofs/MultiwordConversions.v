(** Moduli of several words in doubles: conversions between words and limbs, and the sign of the top limb; sections
    19.1 and 19.3 of docs/bounds/multiword.md. Doubles here are Flocq's, with bits and signs, so that 0 and -0 are
    different. *)
From Coq Require Import Reals Lra List.
From Flocq Require Import Core Binary Bits Plus_error.
From Ringlet Require Import Words Constants Montgomery WordLimbs Doubles DoubleBits MultiwordDoubles MultiwordProducts.
Import ListNotations.
Open Scope R_scope.

#[local] Instance valid : Valid_exp exponents.
Proof. apply FLT_exp_valid. reflexivity. Qed.

#[local] Instance monotone : Monotone_exp exponents.
Proof. apply FLT_exp_monotone. Qed.

Definition plus_double := b64_plus BinarySingleNaN.mode_NE.
Definition minus_double := b64_minus BinarySingleNaN.mode_NE.
Definition fma_double := b64_fma BinarySingleNaN.mode_NE.
Definition is_integer (d : binary64) n := is_finite 53 1024 d = true /\ B2R 53 1024 d = IZR n.

(** ** Operations on doubles are those of the other files if nothing overflows *)

Lemma does_not_overflow z e : (0 <= e < 1024)%Z -> Rabs z <= bpow radix2 e ->
  Rlt_bool (Rabs (rnd z)) (bpow radix2 1024) = true.
Proof.
  intros He Hz. apply Rlt_bool_true. apply Rle_lt_trans with (bpow radix2 e); [|apply bpow_lt; lia].
  apply abs_round_le_generic; [exact valid|apply valid_rnd_N| |exact Hz].
  apply generic_format_bpow. unfold exponents, FLT_exp. lia.
Qed.

(** The sign of a sum: that of both terms if the sum is zero, else that of the sum. *)
Definition sign_of z zero := match Rcompare z 0 with Eq => zero | Lt => true | Gt => false end.

Lemma plus_double_is x y e : is_finite 53 1024 x = true -> is_finite 53 1024 y = true -> (0 <= e < 1024)%Z ->
  Rabs (B2R 53 1024 x + B2R 53 1024 y) <= bpow radix2 e ->
  B2R 53 1024 (plus_double x y) = rnd (B2R 53 1024 x + B2R 53 1024 y) /\ is_finite 53 1024 (plus_double x y) = true.
Proof.
  intros Hx Hy He Hz.
  pose proof (Bplus_correct 53 1024 eq_refl eq_refl binop_nan_pl64 BinarySingleNaN.mode_NE x y Hx Hy) as C.
  pose proof (does_not_overflow _ e He Hz) as O. unfold rnd in O.
  change (SpecFloat.fexp 53 1024) with exponents in C. change (BinarySingleNaN.round_mode _) with ZnearestE in C.
  rewrite O in C. destruct C as (A & B & _). split; [exact A|exact B].
Qed.

Lemma minus_double_is x y e : is_finite 53 1024 x = true -> is_finite 53 1024 y = true -> (0 <= e < 1024)%Z ->
  Rabs (B2R 53 1024 x - B2R 53 1024 y) <= bpow radix2 e ->
  B2R 53 1024 (minus_double x y) = rnd (B2R 53 1024 x - B2R 53 1024 y) /\
  is_finite 53 1024 (minus_double x y) = true /\
  Bsign 53 1024 (minus_double x y) =
    sign_of (B2R 53 1024 x - B2R 53 1024 y) (Bsign 53 1024 x && negb (Bsign 53 1024 y)).
Proof.
  intros Hx Hy He Hz.
  pose proof (Bminus_correct 53 1024 eq_refl eq_refl binop_nan_pl64 BinarySingleNaN.mode_NE x y Hx Hy) as C.
  pose proof (does_not_overflow _ e He Hz) as O. unfold rnd in O.
  change (SpecFloat.fexp 53 1024) with exponents in C. change (BinarySingleNaN.round_mode _) with ZnearestE in C.
  rewrite O in C. exact C.
Qed.

Lemma fma_double_is x y z e : is_finite 53 1024 x = true -> is_finite 53 1024 y = true ->
  is_finite 53 1024 z = true -> (0 <= e < 1024)%Z ->
  Rabs (B2R 53 1024 x * B2R 53 1024 y + B2R 53 1024 z) <= bpow radix2 e ->
  B2R 53 1024 (fma_double x y z) = rnd (B2R 53 1024 x * B2R 53 1024 y + B2R 53 1024 z) /\
  is_finite 53 1024 (fma_double x y z) = true /\
  Bsign 53 1024 (fma_double x y z) =
    sign_of (B2R 53 1024 x * B2R 53 1024 y + B2R 53 1024 z) (Bfma_szero 53 1024 BinarySingleNaN.mode_NE x y z).
Proof.
  intros Hx Hy Hz He Hr.
  pose proof (Bfma_correct 53 1024 eq_refl eq_refl ternop_nan_pl64 BinarySingleNaN.mode_NE x y z Hx Hy Hz) as C.
  pose proof (does_not_overflow _ e He Hr) as O. unfold rnd in O. cbv zeta in C.
  change (SpecFloat.fexp 53 1024) with exponents in C. change (BinarySingleNaN.round_mode _) with ZnearestE in C.
  rewrite O in C. exact C.
Qed.

(** [is_negative] reads the highest bit, which is the sign. *)
Lemma negative_is_sign d : is_finite 53 1024 d = true -> negative 64 (bits_of_b64 d) = Bsign 53 1024 d.
Proof.
  intros Hd. unfold negative. change (2 ^ (64 - 1))%Z with (Zpower.Zpower_nat 2 63).
  pose proof (split_bits_of_binary_float_correct 52 11 eq_refl eq_refl d) as C.
  apply (f_equal (fun p => fst (fst p))) in C. unfold split_bits in C. cbn [fst] in C.
  change (Z.pow 2 52 * Z.pow 2 11)%Z with (Zpower.Zpower_nat 2 63) in C.
  unfold bits_of_b64. transitivity (fst (fst (split_bits_of_binary_float 52 11 d))); [exact C|].
  destruct d as [s|s|s pl e|s m ex e]; try discriminate; [reflexivity|]. cbn [split_bits_of_binary_float Bsign].
  destruct (0 <=? _)%Z; reflexivity.
Qed.

Lemma finite_of_value d n : B2R 53 1024 d = IZR n -> n <> 0%Z -> is_finite 53 1024 d = true.
Proof.
  intros Hd Hn. pose proof (strictly_finite d n Hd Hn) as H. destruct d; try reflexivity; discriminate.
Qed.

Lemma not_nan d : is_finite 53 1024 d = true -> is_nan 53 1024 d = false.
Proof. destruct d; [reflexivity|reflexivity|discriminate|reflexivity]. Qed.

Lemma sign_of_value d : B2R 53 1024 d <> 0 -> Bsign 53 1024 d = Rlt_bool (B2R 53 1024 d) 0.
Proof.
  destruct d as [s|s|s pl e|s m e B]; cbn [B2R]; intros H; try (exfalso; apply H; reflexivity). cbn [Bsign].
  symmetry. destruct s; cbn [SpecFloat.cond_Zopp].
  - apply Rlt_bool_true. apply F2R_lt_0. reflexivity.
  - apply Rlt_bool_false. left. apply F2R_gt_0. reflexivity.
Qed.

(** ** The top limb is not -0, so its highest bit tells whether the number is negative *)

(** The carry of a limb is the difference of two doubles, the second above zero: if that is zero, it is +0. So the next
    limb, to which the carry times a positive number is added, is never -0, whatever it was before. *)
Theorem fma_multiword_top_sign below top offset part c t :
  is_finite 53 1024 below = true -> Rabs (B2R 53 1024 below) < IZR (2 ^ 94) -> is_integer top t ->
  B2R 53 1024 offset = IZR (limb_rounder * radix) -> is_finite 53 1024 part = true -> B2R 53 1024 part = / IZR radix ->
  double_carry (B2R 53 1024 below) = IZR (c * radix) -> (Z.abs (t + c) <= 2 ^ 53)%Z ->
  let carry := minus_double (plus_double below offset) offset in
  let limb := fma_double carry part top in
  is_integer limb (t + c) /\ negative 64 (bits_of_b64 limb) = (t + c <? 0)%Z.
Proof.
  intros Fb Hb (Ft & Et) Eo Fp Ep Ec Hs. cbv zeta.
  assert (Ho : (limb_rounder * radix)%Z = 59421121885698253195157962752%Z) by reflexivity.
  assert (Fo : is_finite 53 1024 offset = true) by (apply (finite_of_value _ _ Eo); rewrite Ho; discriminate).
  assert (Po : 0 < IZR (limb_rounder * radix)) by (rewrite Ho; lra).
  assert (So : Bsign 53 1024 offset = false).
  { rewrite sign_of_value; rewrite Eo; [apply Rlt_bool_false|]; lra. }
  assert (Bs : Rabs (B2R 53 1024 below + B2R 53 1024 offset) <= bpow radix2 96).
  { rewrite Eo, Ho. change (bpow radix2 96) with (IZR (2 ^ 96)). apply Rabs_def2 in Hb. apply Rabs_le. powers. lra. }
  destruct (plus_double_is below offset 96 Fb Fo ltac:(lia) Bs) as (E1 & F1).
  assert (Bsum : Rabs (B2R 53 1024 (plus_double below offset)) <= bpow radix2 96).
  { rewrite E1. apply abs_round_le_generic; [exact valid|apply valid_rnd_N| |exact Bs].
    apply generic_format_bpow. unfold exponents, FLT_exp. lia. }
  destruct (minus_double_is (plus_double below offset) offset 97 F1 Fo ltac:(lia)) as (E2 & F2 & S2).
  { rewrite Eo, Ho. change (bpow radix2 97) with (IZR (2 ^ 97)). change (bpow radix2 96) with (IZR (2 ^ 96)) in Bsum.
    apply Rabs_le_inv in Bsum. apply Rabs_le. powers. lra. }
  set (sum := plus_double below offset) in *. set (carry := minus_double sum offset) in *. rewrite So in S2.
  assert (Ecarry : B2R 53 1024 carry = IZR (c * radix)) by (rewrite E2, E1, Eo; exact Ec).
  assert (Hr : 0 < IZR radix) by (apply IZR_lt; reflexivity).
  assert (Pp : 0 < B2R 53 1024 part) by (rewrite Ep; apply Rinv_0_lt_compat; exact Hr).
  assert (Sp : Bsign 53 1024 part = false) by (rewrite sign_of_value by lra; apply Rlt_bool_false; lra).
  assert (Eres : B2R 53 1024 carry * B2R 53 1024 part + B2R 53 1024 top = IZR (t + c)).
  { rewrite Ecarry, Ep, Et, mult_IZR, plus_IZR. field. lra. }
  destruct (fma_double_is carry part top 53 F2 Fp Ft ltac:(lia)) as (E3 & F3 & S3).
  { rewrite Eres, <- abs_IZR. change (bpow radix2 53) with (IZR (2 ^ 53)). apply IZR_le. exact Hs. }
  rewrite Eres in E3, S3. rewrite exact in E3 by exact Hs.
  split; [split; assumption|]. rewrite negative_is_sign, S3 by exact F3. unfold sign_of.
  destruct (Rcompare_spec (IZR (t + c)) 0) as [L|E|G].
  - apply (lt_IZR _ 0) in L. symmetry. apply Z.ltb_lt. exact L.
  - apply (eq_IZR _ 0) in E. replace (t + c <? 0)%Z with false by (symmetry; apply Z.ltb_ge; lia).
    assert (Both : Bsign 53 1024 carry = false \/ Bsign 53 1024 top = false).
    { destruct (Z.lt_trichotomy c 0) as [N|[N|N]].
      - right. assert (Pt : 0 < IZR t) by (apply (IZR_lt 0); lia).
        rewrite sign_of_value; rewrite Et; [apply Rlt_bool_false|]; lra.
      - left. assert (Z0 : B2R 53 1024 sum - B2R 53 1024 offset = 0).
        { apply (round_plus_eq_0 radix2 exponents ZnearestE);
            [apply generic_format_B2R|apply generic_format_opp, generic_format_B2R|].
          change (rnd (B2R 53 1024 sum - B2R 53 1024 offset) = 0). rewrite <- E2, Ecarry, N. reflexivity. }
        rewrite S2, Z0. unfold sign_of. rewrite Rcompare_Eq by reflexivity.
        rewrite sign_of_value; replace (B2R 53 1024 sum) with (IZR (limb_rounder * radix)) by lra; [|lra].
        rewrite Rlt_bool_false by lra. reflexivity.
      - left. assert (Pc : 0 < IZR (c * radix)).
        { apply (IZR_lt 0). apply Z.mul_pos_pos; [exact N|reflexivity]. }
        rewrite sign_of_value; rewrite Ecarry; [apply Rlt_bool_false|]; lra. }
    unfold Bfma_szero, BinarySingleNaN.Bfma_szero. rewrite !Bsign_B2BSN by (apply not_nan; assumption). rewrite Sp.
    destruct Both as [-> | ->]; [destruct (Bsign 53 1024 top)|destruct (Bsign 53 1024 carry)]; reflexivity.
  - apply (lt_IZR 0) in G. symmetry. apply Z.ltb_ge. lia.
Qed.

(** ** Words to limbs, digit by digit *)

Lemma number_is_value x : number x = value radix x.
Proof. induction x as [|v x IH]; cbn [number value]; [reflexivity|]. rewrite IH. reflexivity. Qed.

(** IntegersInDoubles::from_words and to_signed_words. *)
Definition double_of_digit offset digit := minus_double (b64_of_bits (add 64 digit (bits_of_b64 offset))) offset.
Definition signed_word offset limb := sub 64 (bits_of_b64 (plus_double limb offset)) (bits_of_b64 offset).

Theorem fma_multiword_from_words n words offset : (0 < n)%nat -> digits_of (2 ^ 64) words ->
  (value (2 ^ 64) words < radix ^ Z.of_nat n)%Z -> B2R 53 1024 offset = IZR two_52 ->
  exists x, Forall2 is_integer (map (double_of_digit offset) (word_limbs fma_multiword_limb_bits 0 n words)) x /\
    length x = n /\ number x = value (2 ^ 64) words /\ Forall (fun limb => 0 <= limb < radix)%Z x.
Proof.
  intros Hn Hw Hx Eo.
  destruct (limbs_of_words fma_multiword_limb_bits 0 n words ltac:(unfold fma_multiword_limb_bits; lia)
    ltac:(unfold fma_multiword_limb_bits; lia) Hw) as (El & Hd & Ev).
  set (x := word_limbs fma_multiword_limb_bits 0 n words) in *. clearbody x. exists x.
  assert (Pos : (0 <= value (2 ^ 64) words)%Z).
  { clear - Hw. induction Hw as [|w words Hw' Hw IH]; cbn [value]; lia. }
  split; [|split; [exact El|split; [|exact Hd]]].
  - clear El Ev. induction Hd as [|d x Hd Hx' IH]; cbn [map]; [constructor|constructor; [|exact IH]].
    change (2 ^ fma_multiword_limb_bits)%Z with (2 ^ 43)%Z in Hd.
    destruct (word_to_double offset d Eo ltac:(lia)) as (Es & Er). unfold double_of_digit.
    set (sum := b64_of_bits _) in *.
    assert (Fo : is_finite 53 1024 offset = true) by (apply (finite_of_value _ _ Eo); discriminate).
    assert (Fs : is_finite 53 1024 sum = true) by (apply (finite_of_value _ _ Es); unfold two_52; lia).
    destruct (minus_double_is sum offset 53 Fs Fo ltac:(lia)) as (E2 & F2 & _).
    { rewrite Es, Eo, <- minus_IZR, <- abs_IZR. change (bpow radix2 53) with (IZR (2 ^ 53)). apply IZR_le. lia. }
    split; [exact F2|]. rewrite E2, Eo. exact Er.
  - rewrite number_is_value. unfold radix in *. rewrite Ev, Z.pow_0_r, Z.mul_1_r.
    rewrite <- Z.pow_mul_r in Hx by (unfold fma_multiword_limb_bits; lia). apply Z.mod_small. lia.
Qed.

(** ** Limbs to words *)

(** [digits_of]: the sum of each digit and the carry from below, of which the low bits are kept. *)
Fixpoint summed_digits below (digits : list Z) :=
  match digits with
  | [] => []
  | digit :: above =>
      let sum := add 64 digit (shift_right fma_multiword_limb_bits below) in sum :: summed_digits sum above
  end.
Definition digits_of_limbs (digits : list Z) :=
  match digits with
  | [] => []
  | first :: above => map (fun digit => Z.land digit (2 ^ fma_multiword_limb_bits - 1)) (first :: summed_digits first above)
  end.

Lemma summed_digits_are digits below : Forall (fun limb => 0 <= limb < 2 ^ 44)%Z digits -> (0 <= below < 2 ^ 45)%Z ->
  let low := map (fun digit => Z.land digit (2 ^ fma_multiword_limb_bits - 1)) (summed_digits below digits) in
  digits_of radix low /\ length low = length digits /\
  value radix low = ((value radix digits + below / radix) mod radix ^ Z.of_nat (length digits))%Z.
Proof.
  intros H. revert below. induction H as [|d digits Hd H IH]; intros below Hb; cbv zeta.
  - cbn. split; [constructor|]. split; [reflexivity|]. rewrite Z.mod_1_r. reflexivity.
  - cbn [summed_digits map length value]. unfold shift_right, add.
    change (below / 2 ^ fma_multiword_limb_bits)%Z with (below / radix)%Z.
    assert (Hc : (0 <= below / radix < 2 ^ 2)%Z).
    { split; [apply Z.div_pos; [lia|reflexivity]|]. apply Z.div_lt_upper_bound; [reflexivity|].
      change radix with (2 ^ 43)%Z. lia. }
    rewrite (Z.mod_small (d + _)) by lia. set (s := (d + below / radix)%Z) in *.
    destruct (IH s ltac:(unfold s; lia)) as (G1 & G2 & G3).
    split; [constructor; [|exact G1]|].
    { rewrite land_mask by (unfold fma_multiword_limb_bits; lia). apply Z.mod_pos_bound. reflexivity. }
    split; [f_equal; exact G2|]. rewrite G3, land_mask by (unfold fma_multiword_limb_bits; lia).
    change (2 ^ fma_multiword_limb_bits)%Z with radix.
    rewrite Nat2Z.inj_succ, Z.pow_succ_r, Z.rem_mul_r by (try apply Z.pow_pos_nonneg; try reflexivity;
      try discriminate; lia).
    replace (d + radix * value radix digits + below / radix)%Z with (s + value radix digits * radix)%Z
      by (unfold s; ring).
    rewrite Z.mod_add, Z.div_add by discriminate. rewrite (Z.add_comm (s / radix)). reflexivity.
Qed.

Lemma signed_word_is offset limb v : is_integer limb v -> (0 <= v < 2 ^ 44)%Z -> B2R 53 1024 offset = IZR rounder ->
  signed_word offset limb = v.
Proof.
  intros (F & E) Hv Eo. unfold signed_word.
  assert (Fo : is_finite 53 1024 offset = true) by (apply (finite_of_value _ _ Eo); discriminate).
  destruct (plus_double_is limb offset 53 F Fo ltac:(lia)) as (Es & _).
  { rewrite E, Eo, <- plus_IZR, <- abs_IZR. change (bpow radix2 53) with (IZR (2 ^ 53)). apply IZR_le.
    unfold rounder. lia. }
  rewrite E, Eo in Es. rewrite (double_to_signed_word offset _ v Eo ltac:(lia) Es). apply Z.mod_small. lia.
Qed.

(** For limbs after the finish ([fma_multiword_finish]), of a number that fits words and limbs. *)
Theorem fma_multiword_to_words n limbs x offset : Forall2 is_integer limbs x ->
  Forall (fun limb => 0 <= limb < 2 ^ 44)%Z x -> (number x < radix ^ count x)%Z ->
  (number x < 2 ^ (64 * Z.of_nat n))%Z -> B2R 53 1024 offset = IZR rounder ->
  let words := put_words fma_multiword_limb_bits n (digits_of_limbs (map (signed_word offset) limbs)) in
  length words = n /\ digits_of (2 ^ 64) words /\ value (2 ^ 64) words = number x.
Proof.
  intros Hi Hx Hr Hn Eo. cbv zeta.
  assert (Em : map (signed_word offset) limbs = x).
  { clear Hr Hn. induction Hi as [|limb v limbs x Hv Hi IH]; cbn [map]; [reflexivity|].
    inversion_clear Hx as [|? ? Hv44 Hx']. rewrite (signed_word_is offset limb v Hv Hv44 Eo), IH by exact Hx'.
    reflexivity. }
  rewrite Em. assert (Pos : (0 <= number x)%Z).
  { clear - Hx. induction Hx as [|v x Hv Hx IH]; cbn [number]; [lia|]. change radix with (2 ^ 43)%Z. lia. }
  assert (G : digits_of radix (digits_of_limbs x) /\ value radix (digits_of_limbs x) = number x).
  { rewrite number_is_value in *. destruct x as [|first x]; [split; [constructor|reflexivity]|].
    unfold digits_of_limbs. inversion_clear Hx as [|? ? H1 H2].
    destruct (summed_digits_are (first :: x) 0 ltac:(constructor; assumption) ltac:(lia)) as (G1 & _ & G2).
    cbv zeta in G1, G2. cbn [summed_digits] in G1, G2. change (shift_right fma_multiword_limb_bits 0) with 0%Z in G1, G2.
    unfold add in G1, G2. rewrite Z.add_0_r, (Z.mod_small first) in G1, G2 by lia. split; [exact G1|].
    rewrite G2. change (0 / radix)%Z with 0%Z. rewrite Z.add_0_r. apply Z.mod_small. split; [exact Pos|exact Hr]. }
  destruct G as [G1 G2].
  destruct (words_of_limbs fma_multiword_limb_bits n (digits_of_limbs x) ltac:(unfold fma_multiword_limb_bits; lia) G1)
    as (W1 & W2 & W3).
  split; [exact W1|]. split; [exact W2|]. rewrite W3. change (2 ^ fma_multiword_limb_bits)%Z with radix.
  rewrite G2. apply Z.mod_small. lia.
Qed.
