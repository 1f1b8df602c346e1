(** Moduli of several words in doubles: section 19 of docs/bounds/multiword.md. A number is the list of its limbs, integers
    of either sign, from the lowest to the top. *)
From Coq Require Import Reals Lra List.
From Flocq Require Import Core.
From Ringlet Require Import Words Constants Doubles.
Open Scope Z_scope.

#[local] Instance valid : Valid_exp exponents.
Proof. apply FLT_exp_valid. reflexivity. Qed.

Definition radix := 2 ^ fma_multiword_limb_bits.

Fixpoint number (x : list Z) := match x with nil => 0 | limb :: above => limb + radix * number above end.

(** The sum of the limbs' magnitudes. *)
Fixpoint magnitude (x : list Z) := match x with nil => 0 | limb :: above => Z.abs limb + magnitude above end.

(** All limbs except the top are carried. *)
Fixpoint carried (x : list Z) :=
  match x with
  | nil => True
  | limb :: above => match above with nil => True | _ => 2 * Z.abs limb <= radix /\ carried above end
  end.

Definition count (x : list Z) := Z.of_nat (length x).

Lemma carried_top limb x : carried (limb :: x) ->
  Z.abs (last (limb :: x) 0) * radix ^ (count (limb :: x) - 1) <=
    Z.abs (number (limb :: x)) + radix ^ (count (limb :: x) - 1) - 1 /\
  2 * magnitude (limb :: x) <= (count (limb :: x) - 1) * radix + 2 * Z.abs (last (limb :: x) 0).
Proof.
  revert limb. induction x as [|next x IH]; intros limb H.
  - unfold count. cbn [last number magnitude length]. change (Z.of_nat 1 - 1) with 0. rewrite Z.pow_0_r. lia.
  - destruct H as [Hl H]. change (carried (next :: x)) in H. destruct (IH next H) as [H1 H2]. clear IH H.
    change (last (limb :: next :: x) 0) with (last (next :: x) 0).
    change (number (limb :: next :: x)) with (limb + radix * number (next :: x)).
    change (magnitude (limb :: next :: x)) with (Z.abs limb + magnitude (next :: x)).
    assert (E : count (limb :: next :: x) - 1 = Z.succ (count (next :: x) - 1)) by (unfold count; cbn [length]; lia).
    assert (Hc : 0 <= count (next :: x) - 1) by (unfold count; cbn [length]; lia).
    rewrite E, Z.pow_succ_r by assumption.
    set (P := radix ^ (count (next :: x) - 1)) in *. set (top := last (next :: x) 0) in *.
    set (N := number (next :: x)) in *. clearbody P top N.
    change radix with 8796093022208 in *. lia.
Qed.

(** The sum of a multiplicand's limbs, and its top. *)
Theorem fma_multiword_limbs q limb x : let v := limb :: x in carried v -> count v <= 12 ->
  256 * Z.abs (number v) < fma_multiword_capacity * q -> fma_multiword_capacity * q <=
    256 * 2 ^ fma_multiword_capacity_bits (count v) ->
  Z.abs (last v 0) <= 2 ^ 46 /\ magnitude v < 2 ^ 47.
Proof.
  cbv zeta. intros H Hc Hx Hq. destruct (carried_top _ _ H) as [H1 H2].
  assert (Hc1 : 1 <= count (limb :: x)) by (unfold count; cbn [length]; lia).
  unfold fma_multiword_capacity_bits in Hq. rewrite Z.pow_add_r, Z.pow_mul_r in Hq by (unfold fma_multiword_limb_bits; lia).
  fold radix in Hq.
  assert (HP : 0 < radix ^ (count (limb :: x) - 1)) by (apply Z.pow_pos_nonneg; [reflexivity|lia]).
  set (P := radix ^ (count (limb :: x) - 1)) in *. set (top := last (limb :: x) 0) in *. clearbody P top.
  assert (Z.abs top < 2 ^ 46 + 1) by (apply (cancel P); lia).
  change radix with 8796093022208 in *. split; lia.
Qed.

(** ** Section 19.3: 1/q from the leading 64 bits, a double with a relative error of at most 2^-52 *)
Theorem fma_multiword_inverse_is_close b q : 64 <= b -> 2 ^ (b - 1) <= q < 2 ^ b ->
  let inverse := fma_multiword_inverse (q / 2 ^ (b - 64)) in
  0 < inverse <= 2 ^ 53 /\ 2 ^ (b + 52) - 2 ^ b < inverse * q <= 2 ^ (b + 52) + 2 ^ (b - 11).
Proof.
  intros Hb Hq. cbv zeta. unfold fma_multiword_inverse.
  replace (2 ^ (b - 1)) with (2 ^ 63 * 2 ^ (b - 64)) in Hq by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  replace (2 ^ (b + 52)) with (2 ^ 116 * 2 ^ (b - 64)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  replace (2 ^ (b - 11)) with (2 ^ 53 * 2 ^ (b - 64)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  replace (2 ^ b) with (2 ^ 64 * 2 ^ (b - 64)) in * by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  pose proof (power_positive (b - 64) ltac:(lia)) as HP. set (P := 2 ^ (b - 64)) in *. clearbody P.
  pose proof (floor q P HP) as Fl. set (l := q / P) in *. clearbody l.
  assert (Hl : 2 ^ 63 <= l < 2 ^ 64) by (split; [apply Z.lt_succ_r|]; apply (cancel P); lia).
  change 83076749736557242056487941267521536 with (2 ^ 116).
  pose proof (floor (2 ^ 116) l ltac:(lia)) as Ff. set (f := 2 ^ 116 / l) in *. clearbody f.
  assert (Hf : 0 < f <= 2 ^ 53).
  { split; [apply (cancel l); lia|]. apply Z.lt_succ_r, (cancel l); lia. }
  split; [exact Hf|].
  assert (A1 : f * (l * P) <= f * q <= f * (l * P + P)) by (split; apply Z.mul_le_mono_nonneg_l; lia).
  assert (A2 : f * P <= 2 ^ 53 * P) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (A3 : (l * f) * P <= 2 ^ 116 * P) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (A4 : 2 ^ 116 * P < (l * f + l) * P) by (apply Z.mul_lt_mono_pos_r; lia).
  assert (A5 : l * P < 2 ^ 64 * P) by (apply Z.mul_lt_mono_pos_r; lia).
  lia.
Qed.

(** ** Sections 19.1 and 19.3: carries *)

Open Scope R_scope.

(** Near 2^95, doubles are the multiples of 2^43. *)
Definition double_carry v := let offset := IZR (limb_rounder * radix) in rnd (rnd (v + offset) - offset).

Lemma rounded_to_multiple z : IZR (2 ^ 95) <= z < IZR (2 ^ 96) ->
  rnd z = IZR (ZnearestE (z / IZR radix) * radix).
Proof.
  intros [H0 H1]. unfold rnd, round, scaled_mantissa, cexp, F2R. cbn [Fnum Fexp].
  assert (E : (mag radix2 z : Z) = 96%Z).
  { apply mag_unique. rewrite Rabs_pos_eq by (powers; lra).
    change (bpow radix2 (96 - 1)) with (IZR (2 ^ 95)). change (bpow radix2 96) with (IZR (2 ^ 96)). lra. }
  rewrite E. change (exponents 96) with 43%Z. rewrite mult_IZR.
  change (bpow radix2 43) with (IZR radix). f_equal.
Qed.

Lemma exact_multiple k : (Z.abs k < 2 ^ 53)%Z -> rnd (IZR (k * radix)) = IZR (k * radix).
Proof.
  intros Hk. apply round_generic; [apply valid_rnd_N|]. apply generic_format_FLT.
  apply (FLT_spec _ _ _ _ (Float radix2 k 43)); cbn [Fnum Fexp]; [|exact Hk|lia].
  unfold F2R; cbn [Fnum Fexp]. rewrite mult_IZR. reflexivity.
Qed.

Lemma carry_is v : Rabs v < IZR (2 ^ 94) ->
  exists c, double_carry v = IZR (c * radix) /\ Rabs (v / IZR radix - IZR c) <= 1 / 2.
Proof.
  intros H. unfold double_carry, limb_rounder. set (offset := (6755399441055744 * radix)%Z). cbv zeta.
  assert (Ho : offset = 59421121885698253195157962752%Z) by reflexivity.
  assert (Hs : IZR (2 ^ 95) <= v + IZR offset < IZR (2 ^ 96)).
  { rewrite Ho. apply Rabs_def2 in H. powers. lra. }
  rewrite (rounded_to_multiple _ Hs).
  pose proof (Znearest_half (fun n => negb (Z.even n)) ((v + IZR offset) / IZR radix)) as Hn. fold ZnearestE in Hn.
  set (n := ZnearestE _) in *. clearbody n. exists (n - 6755399441055744)%Z.
  assert (Hr : 0 < IZR radix) by (apply IZR_lt; reflexivity).
  assert (Hd : Rabs (v / IZR radix - IZR (n - 6755399441055744)) <= 1 / 2).
  { replace (v / IZR radix - IZR (n - 6755399441055744)) with ((v + IZR offset) / IZR radix - IZR n); [lra|].
    unfold offset. rewrite minus_IZR, mult_IZR. field. lra. }
  split; [|exact Hd].
  replace (IZR (n * radix) - IZR offset) with (IZR ((n - 6755399441055744) * radix)).
  2: { rewrite <- minus_IZR. f_equal. unfold offset. ring. }
  apply exact_multiple. apply lt_IZR. rewrite abs_IZR.
  assert (Hv : Rabs (v / IZR radix) <= IZR (2 ^ 51)).
  { unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ _)) by (left; apply Rinv_0_lt_compat; lra).
    apply Rmult_le_reg_r with (IZR radix); [lra|]. rewrite Rmult_assoc, Rinv_l by lra.
    change (IZR radix) with (IZR 8796093022208). powers. lra. }
  apply Rabs_le_inv in Hv. apply Rabs_le_inv in Hd. apply Rabs_def1; powers; lra.
Qed.

(** The carried limb of v, and the new value of the next one: all of it is exact. *)
Theorem fma_multiword_carry v next : (Z.abs v <= 2 ^ 53)%Z -> (Z.abs next <= 2 ^ 53 - 2 ^ 11)%Z ->
  exists c, double_carry (IZR v) = IZR (c * radix) /\ rnd (IZR v - double_carry (IZR v)) = IZR (v - c * radix) /\
    rnd (double_carry (IZR v) * / IZR radix + IZR next) = IZR (next + c) /\ (2 * Z.abs (v - c * radix) <= radix)%Z.
Proof.
  intros Hv Hn.
  assert (H94 : Rabs (IZR v) < IZR (2 ^ 94)) by (rewrite <- abs_IZR; apply IZR_lt; lia).
  destruct (carry_is _ H94) as (c & E & Hc). exists c.
  assert (Hr : 0 < IZR radix) by (apply IZR_lt; reflexivity).
  assert (HZ : (2 * Z.abs (v - c * radix) <= radix)%Z).
  { apply le_IZR. rewrite mult_IZR, abs_IZR, minus_IZR, mult_IZR.
    replace (IZR v - IZR c * IZR radix) with ((IZR v / IZR radix - IZR c) * IZR radix) by (field; lra).
    rewrite Rabs_mult, (Rabs_pos_eq (IZR radix)) by lra.
    apply Rmult_le_compat_r with (r := IZR radix) in Hc; lra. }
  split; [exact E|]. rewrite E. split; [|split; [|exact HZ]].
  - rewrite <- minus_IZR. apply exact. change radix with 8796093022208%Z in *. lia.
  - rewrite mult_IZR, Rmult_assoc, Rinv_r, Rmult_1_r by lra. rewrite Rplus_comm, <- plus_IZR. apply exact.
    change radix with 8796093022208%Z in *. lia.
Qed.

(** Rounded down, like the carries of the finish. *)
Theorem fma_multiword_carry_down v : (Z.abs v <= 2 ^ 52 - 2 ^ 42)%Z ->
  double_carry (rnd (IZR v - (IZR radix - 1) / 2)) = IZR (v / radix * radix).
Proof.
  intros Hv.
  assert (Hr : 0 < IZR radix) by (apply IZR_lt; reflexivity).
  assert (E : rnd (IZR v - (IZR radix - 1) / 2) = IZR (2 * v - radix + 1) * / 2).
  { replace (IZR v - (IZR radix - 1) / 2) with (IZR (2 * v - radix + 1) * / 2).
    2: { rewrite plus_IZR, minus_IZR, mult_IZR. field. }
    apply round_generic; [apply valid_rnd_N|]. apply generic_format_FLT.
    apply (FLT_spec _ _ _ _ (Float radix2 (2 * v - radix + 1) (-1))); cbn [Fnum Fexp]; [reflexivity| |lia].
    change radix with 8796093022208%Z. change (radix2 ^ 53)%Z with (2 ^ 53)%Z. lia. }
  rewrite E.
  assert (H94 : Rabs (IZR (2 * v - radix + 1) * / 2) < IZR (2 ^ 94)).
  { rewrite Rabs_mult, <- abs_IZR, (Rabs_pos_eq (/ 2)) by lra.
    assert (HZ : (Z.abs (2 * v - radix + 1) <= 2 ^ 53)%Z) by (change radix with 8796093022208%Z; lia).
    apply IZR_le in HZ. powers. lra. }
  destruct (carry_is _ H94) as (c & -> & Hc). f_equal. f_equal.
  assert (HZ : (Z.abs (2 * v - radix + 1 - 2 * c * radix) <= radix)%Z).
  { apply le_IZR. rewrite abs_IZR, minus_IZR, !mult_IZR.
    replace (IZR (2 * v - radix + 1) - 2 * IZR c * IZR radix)
      with ((IZR (2 * v - radix + 1) * / 2 / IZR radix - IZR c) * (2 * IZR radix)) by (field; lra).
    rewrite Rabs_mult, (Rabs_pos_eq (2 * _)) by lra.
    apply Rmult_le_compat_r with (r := 2 * IZR radix) in Hc; lra. }
  pose proof (floor v radix ltac:(reflexivity)) as F. set (k := (v / radix)%Z) in *. clearbody k.
  change radix with 8796093022208%Z in *. lia.
Qed.

(** ** Quotients *)

(** The integer nearest to a quotient, as in [less_multiple] and [remainder]. *)
Definition nearest_integer z := rnd (rnd (z + IZR limb_rounder) - IZR limb_rounder).

Lemma rounded_is z : Rabs z < IZR (2 ^ 51) -> exists k, nearest_integer z = IZR k /\ Rabs (IZR k - z) <= 1 / 2.
Proof.
  intros H. pose proof (product_rounds_to_integer z 1) as P. unfold rounded_product in P. rewrite Rmult_1_r in P.
  change rounder with limb_rounder in P. exact (P H).
Qed.

(** ** Section 19.2: the quotient of a product by rows *)

(** A limb of the multiplicand, its row as a centred integer, and the stored quotient of the row by q. *)
Record term := mk_term { limb_of : Z; row_of : Z; ratio_of : R }.

Definition good q t := (2 * Z.abs (row_of t) <= q)%Z /\ Rabs (ratio_of t) <= 1 / 2 /\
  Rabs (ratio_of t - IZR (row_of t) / IZR q) <= / IZR (2 ^ 54) + / IZR (2 ^ 60).

(** One multiply-add for each limb, starting from 0; the first one is a product. *)
Fixpoint row_quotient start x :=
  match x with nil => start | t :: above => row_quotient (rnd (IZR (limb_of t) * ratio_of t + start)) above end.

Fixpoint row_product x := match x with nil => 0%Z | t :: above => (limb_of t * row_of t + row_product above)%Z end.

Lemma row_quotient_is_close q x : (0 < q)%Z -> Forall (good q) x -> forall start,
  Rabs start + IZR (magnitude (map limb_of x)) / 2 + IZR (count (map limb_of x)) / 256 < IZR (2 ^ 46) ->
  Rabs (row_quotient start x - start - IZR (row_product x) / IZR q) <=
    IZR (count (map limb_of x)) / 256 + IZR (magnitude (map limb_of x)) * (/ IZR (2 ^ 54) + / IZR (2 ^ 60)).
Proof.
  intros Hq H. assert (HqR : 1 <= IZR q) by (apply IZR_le; lia).
  induction H as [|t x (Hw & Hr & Hc) _ IH]; intros start Hs.
  - cbn [row_quotient row_product map magnitude]. change (count nil) with 0%Z.
    replace (start - start - 0 / IZR q) with 0 by (field; lra). rewrite Rabs_R0. lra.
  - cbn [row_quotient row_product map magnitude] in *. set (rest := map limb_of x) in *.
    assert (En : IZR (count (limb_of t :: rest)) = IZR (count rest) + 1).
    { rewrite <- plus_IZR. f_equal. unfold count. cbn [length]. lia. }
    rewrite En in *. rewrite plus_IZR in *. rewrite abs_IZR in *. set (v := IZR (limb_of t)) in *.
    assert (H0 : 0 <= IZR (magnitude rest)).
    { apply IZR_le. clear. induction rest; cbn [magnitude]; lia. }
    assert (H1 : 0 <= IZR (count rest)) by (apply IZR_le; unfold count; lia).
    assert (Hv : Rabs (v * ratio_of t) <= Rabs v / 2).
    { rewrite Rabs_mult. pose proof (Rmult_le_compat_l (Rabs v) _ _ (Rabs_pos v) Hr). lra. }
    set (s := v * ratio_of t + start) in *.
    assert (Hsum : Rabs s <= Rabs v / 2 + Rabs start).
    { unfold s. eapply Rle_trans; [apply Rabs_triang|]. lra. }
    assert (He : Rabs (rnd s - s) <= / 256).
    { replace (/ 256) with (/ 2 * bpow radix2 (46 - 53)) by (change (bpow radix2 (46 - 53)) with (/ 128); lra).
      apply rounding_error; [lia|]. change (bpow radix2 46) with (IZR (2 ^ 46)). lra. }
    assert (Hn : Rabs (rnd s) <= Rabs s + / 256).
    { replace (rnd s) with ((rnd s - s) + s) by ring. eapply Rle_trans; [apply Rabs_triang|]. lra. }
    specialize (IH (rnd s) ltac:(clear - Hs Hn Hsum; clearbody s v; powers; lra)).
    rewrite plus_IZR, mult_IZR, ?abs_IZR. fold v.
    replace (row_quotient (rnd s) x - start - (v * IZR (row_of t) + IZR (row_product x)) / IZR q)
      with ((row_quotient (rnd s) x - rnd s - IZR (row_product x) / IZR q) + (rnd s - s)
        + v * (ratio_of t - IZR (row_of t) / IZR q)) by (unfold s; field; lra).
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_mult.
    pose proof (Rmult_le_compat_l (Rabs v) _ _ (Rabs_pos v) Hc) as T1.
    pose proof (Rabs_triang (row_quotient (rnd s) x - rnd s - IZR (row_product x) / IZR q) (rnd s - s)) as T2.
    clear - IH He T1 T2. clearbody s v rest. powers. lra.
Qed.

Theorem fma_multiword_row_product q x : (0 < q)%Z -> Forall (good q) x ->
  (count (map limb_of x) <= 12)%Z -> (magnitude (map limb_of x) < 2 ^ 47)%Z ->
  exists k, nearest_integer (row_quotient 0 x) = IZR k /\
    (low fma_multiword_rounded * q <= 256 * (row_product x - k * q) <= high fma_multiword_rounded * q)%Z.
Proof.
  intros Hq H Hc Ht. assert (HqR : 1 <= IZR q) by (apply IZR_le; lia).
  assert (HcR : IZR (count (map limb_of x)) <= 12) by (apply IZR_le; exact Hc).
  assert (HtR : IZR (magnitude (map limb_of x)) <= IZR (2 ^ 47 - 1)) by (apply IZR_le; lia).
  assert (Hclose := row_quotient_is_close q x Hq H 0). rewrite Rabs_R0 in Hclose.
  change (2 ^ 47 - 1)%Z with 140737488355327%Z in HtR.
  specialize (Hclose ltac:(powers; lra)). rewrite Rminus_0_r in Hclose.
  set (Q := row_quotient 0 x) in *. clearbody Q.
  assert (Hy : Rabs (IZR (row_product x) / IZR q) <= IZR (2 ^ 46)).
  { assert (HZ : (2 * Z.abs (row_product x) <= magnitude (map limb_of x) * q)%Z).
    { clear - H Hq. induction H as [|t x (Hw & _) _ IH]; cbn [row_product map magnitude]; [lia|].
      pose proof (Z.abs_triangle (limb_of t * row_of t) (row_product x)). rewrite Z.abs_mul in *.
      assert (Z.abs (limb_of t) * (2 * Z.abs (row_of t)) <= Z.abs (limb_of t) * q)%Z by
        (apply Z.mul_le_mono_nonneg_l; lia). lia. }
    assert (HZ2 : (Z.abs (row_product x) <= 2 ^ 46 * q)%Z).
    { assert (magnitude (map limb_of x) * q <= 2 ^ 47 * q)%Z by (apply Z.mul_le_mono_nonneg_r; lia). lia. }
    apply IZR_le in HZ2. rewrite mult_IZR, abs_IZR in HZ2.
    unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ _)) by (left; apply Rinv_0_lt_compat; lra).
    apply Rmult_le_reg_r with (IZR q); [lra|]. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  set (y := IZR (row_product x) / IZR q) in *.
  assert (Hd : Rabs (Q - y) <= 14 / 256 + / 4096).
  { eapply Rle_trans; [exact Hclose|]. powers. lra. }
  assert (HQ : Rabs Q < IZR (2 ^ 51)).
  { replace Q with ((Q - y) + y) by ring. eapply Rle_lt_trans; [apply Rabs_triang|]. powers. lra. }
  destruct (rounded_is Q HQ) as (k & E & Hk). exists k. split; [exact E|].
  assert (HT : Rabs (y - IZR k) <= 5 / 8).
  { replace (y - IZR k) with (- ((IZR k - Q) + (Q - y))) by ring. rewrite Rabs_Ropp.
    eapply Rle_trans; [apply Rabs_triang|]. lra. }
  assert (HZ : (256 * Z.abs (row_product x - k * q) <= 160 * q)%Z).
  { apply le_IZR. rewrite !mult_IZR, abs_IZR, minus_IZR, mult_IZR.
    replace (IZR (row_product x) - IZR k * IZR q) with ((y - IZR k) * IZR q) by (unfold y; field; lra).
    rewrite Rabs_mult, (Rabs_pos_eq (IZR q)) by lra.
    apply Rmult_le_compat_r with (r := IZR q) in HT; lra. }
  unfold fma_multiword_rounded. cbn [low high]. lia.
Qed.

(** ** Section 19.3: the quotient of a number by its three top limbs, and a reduction *)

Definition fma_multiword_ratio limbs b q i :=
  IZR (fma_multiword_inverse (q / 2 ^ (b - 64))) * bpow radix2 (fma_multiword_exponent limbs b - i * fma_multiword_limb_bits).

Definition ratio_to_q limbs b q top next third :=
  rnd (IZR third * fma_multiword_ratio limbs b q 2 +
    rnd (IZR next * fma_multiword_ratio limbs b q 1 + rnd (IZR top * fma_multiword_ratio limbs b q 0))).

(** The factor for the top limb; the factors for the others are exact multiples of it. *)
Lemma ratio_is limbs b q : (64 <= b)%Z -> (2 ^ (b - 1) <= q < 2 ^ b)%Z -> (1 <= limbs)%Z ->
  exists e, fma_multiword_ratio limbs b q 0 = IZR (radix ^ (limbs - 1)) / IZR q * (1 + e) /\ Rabs e <= / IZR (2 ^ 52) /\
    fma_multiword_ratio limbs b q 1 = fma_multiword_ratio limbs b q 0 / IZR radix /\
    fma_multiword_ratio limbs b q 2 = fma_multiword_ratio limbs b q 0 / IZR radix / IZR radix.
Proof.
  intros Hb Hq HL. destruct (fma_multiword_inverse_is_close b q Hb Hq) as (_ & Hi). unfold fma_multiword_ratio.
  set (f := fma_multiword_inverse (q / 2 ^ (b - 64))) in *. clearbody f.
  assert (Hq0 : 0 < IZR q) by (apply IZR_lt; pose proof (power_positive (b - 1)); lia).
  set (E := fma_multiword_exponent limbs b).
  exists (IZR (f * q) / IZR (2 ^ (b + 52)) - 1).
  assert (HB : 0 < IZR (2 ^ (b + 52))) by (apply IZR_lt, power_positive; lia).
  assert (Hr : 0 < IZR radix) by (apply IZR_lt; reflexivity).
  assert (EE : bpow radix2 E * IZR (2 ^ (b + 52)) = IZR (radix ^ (limbs - 1))).
  { unfold radix. rewrite <- Z.pow_mul_r by (unfold fma_multiword_limb_bits; lia).
    change 2%Z with (radix_val radix2). rewrite !IZR_Zpower by (unfold fma_multiword_limb_bits; lia).
    rewrite <- bpow_plus. f_equal. unfold E, fma_multiword_exponent. lia. }
  split; [|split; [|split]].
  - rewrite <- EE, mult_IZR, Z.mul_0_l, Z.sub_0_r. field. lra.
  - replace (IZR (f * q) / IZR (2 ^ (b + 52)) - 1) with ((IZR (f * q) - IZR (2 ^ (b + 52))) / IZR (2 ^ (b + 52)))
      by (field; lra).
    unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ IZR (2 ^ (b + 52)))) by (left; apply Rinv_0_lt_compat; lra).
    apply Rmult_le_reg_r with (IZR (2 ^ (b + 52))); [lra|]. rewrite Rmult_assoc, Rinv_l by lra.
    rewrite Rmult_1_r, <- minus_IZR, <- abs_IZR.
    assert (Hp : (2 ^ (b + 52) = 2 ^ b * 2 ^ 52)%Z) by (apply Z.pow_add_r; lia).
    assert (Hp2 : (2 ^ b = 2 ^ (b - 11) * 2 ^ 11)%Z) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
    assert (Hp3 := power_positive (b - 11) ltac:(lia)).
    apply Rle_trans with (IZR (2 ^ b)); [apply IZR_le; lia|].
    rewrite Hp, mult_IZR. right. powers. field.
  - replace (E - 1 * fma_multiword_limb_bits)%Z with (E - 0 * fma_multiword_limb_bits + - (43))%Z
      by (unfold fma_multiword_limb_bits; lia).
    rewrite bpow_plus. change (bpow radix2 (- (43))) with (/ IZR radix). unfold Rdiv. ring.
  - replace (E - 2 * fma_multiword_limb_bits)%Z with (E - 0 * fma_multiword_limb_bits + - (43) + - (43))%Z
      by (unfold fma_multiword_limb_bits; lia).
    rewrite !bpow_plus. change (bpow radix2 (- (43))) with (/ IZR radix). unfold Rdiv. ring.
Qed.

(** A bound of |y e| for a small e. *)
Lemma small_part y e bound : Rabs e <= / IZR (2 ^ 52) -> Rabs y <= bound -> bound <= 256 ->
  Rabs (y * e) <= / IZR (2 ^ 44).
Proof.
  intros He Hy Hb. rewrite Rabs_mult. apply Rle_trans with (256 * / IZR (2 ^ 52)).
  - apply Rmult_le_compat; try apply Rabs_pos; [lra|exact He].
  - powers. lra.
Qed.

Lemma step_error x : Rabs x < 256 -> Rabs (rnd x - x) <= / IZR (2 ^ 46).
Proof.
  intros H. replace (/ IZR (2 ^ 46)) with (/ 2 * bpow radix2 (8 - 53)).
  - apply rounding_error; [lia|]. change (bpow radix2 8) with 256. exact H.
  - change (bpow radix2 (8 - 53)) with (/ IZR (2 ^ 45)). powers. lra.
Qed.

(** The shares of the three top limbs in x / q, and the results of [ratio_to_q] for them. *)
Lemma limb_shares limbs b q top next third rest :
  let x := (rest + radix ^ (limbs - 3) * (third + radix * (next + radix * top)))%Z in
  (3 <= limbs)%Z -> (fma_multiword_min_bits limbs <= b)%Z -> (2 ^ (b - 1) <= q < 2 ^ b)%Z ->
  (Z.abs third <= 2 ^ 52)%Z -> (Z.abs rest <= 2 ^ 10 * radix ^ (limbs - 3))%Z ->
  exists z1 z2 z3 z4 e, IZR x / IZR q = z1 + z2 + z3 + z4 /\
    ratio_to_q limbs b q top next third = rnd (z3 + z3 * e + rnd (z2 + z2 * e + rnd (z1 + z1 * e))) /\
    Rabs e <= / IZR (2 ^ 52) /\ Rabs z2 <= IZR (Z.abs next) / IZR (2 ^ 45) /\ Rabs z3 <= / IZR (2 ^ 36) /\
    Rabs z4 <= / IZR (2 ^ 78).
Proof.
  intros x HL Hb Hq Ht Hrest. unfold fma_multiword_min_bits, fma_multiword_limb_bits in Hb.
  destruct (ratio_is limbs b q ltac:(lia) Hq ltac:(lia)) as (e & E0 & He & E1 & E2).
  unfold ratio_to_q. rewrite E1, E2, E0. clear E0 E1 E2.
  set (P := (radix ^ (limbs - 3))%Z) in *.
  assert (HP : (0 < P)%Z) by (apply Z.pow_pos_nonneg; [reflexivity|lia]).
  assert (EP : (radix ^ (limbs - 1) = P * radix * radix)%Z).
  { unfold P. replace (limbs - 1)%Z with (limbs - 3 + 1 + 1)%Z by lia. rewrite !Z.pow_add_r, Z.pow_1_r by lia. ring. }
  assert (HqP : (4 * (P * radix * radix) <= q)%Z).
  { rewrite <- EP. unfold radix. rewrite <- Z.pow_mul_r by (unfold fma_multiword_limb_bits; lia).
    change 4%Z with (2 ^ 2)%Z. rewrite <- Z.pow_add_r by (unfold fma_multiword_limb_bits; lia).
    apply Z.le_trans with (2 ^ (b - 1))%Z; [|lia]. apply Z.pow_le_mono_r; unfold fma_multiword_limb_bits; lia. }
  rewrite EP. clearbody P. clear EP.
  assert (HqR : 0 < IZR q) by (apply IZR_lt; change radix with 8796093022208%Z in HqP; lia).
  assert (HPR : 0 < IZR P) by (apply IZR_lt; exact HP).
  assert (HrR : IZR radix = IZR (2 ^ 43)) by reflexivity.
  set (u := IZR (P * radix * radix) / IZR q).
  assert (Hu : 0 < u <= 1 / 4).
  { unfold u. apply IZR_le in HqP. rewrite mult_IZR in HqP. split.
    - apply Rdiv_lt_0_compat; [|lra]. rewrite !mult_IZR, HrR. powers. nra.
    - apply Rmult_le_reg_r with (IZR q); [lra|]. unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  set (z1 := IZR top * u). set (z2 := IZR next / IZR radix * u). set (z3 := IZR third / IZR radix / IZR radix * u).
  set (z4 := IZR rest / IZR q). set (y := IZR x / IZR q).
  assert (Ey : y = z1 + z2 + z3 + z4).
  { unfold y, x, z1, z2, z3, z4, u. rewrite !plus_IZR, !mult_IZR, !plus_IZR, !mult_IZR, !plus_IZR, !mult_IZR.
    field. split; [lra|]. rewrite HrR. powers. lra. }
  assert (H3 : Rabs z3 <= / IZR (2 ^ 36)).
  { unfold z3. rewrite Rabs_mult, (Rabs_pos_eq u) by lra. unfold Rdiv. rewrite !Rabs_mult, <- abs_IZR, HrR.
    apply IZR_le in Ht. rewrite (Rabs_pos_eq (/ _)) by (powers; lra). pose proof (IZR_le 0 (Z.abs third) ltac:(lia)).
    apply Rle_trans with (/ IZR (2 ^ 34) * (1 / 4)); [|powers; lra]. apply Rmult_le_compat; powers; try lra. }
  assert (H4 : Rabs z4 <= / IZR (2 ^ 78)).
  { unfold z4, Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ _)) by (left; apply Rinv_0_lt_compat; lra).
    apply Rmult_le_reg_r with (IZR q); [lra|]. rewrite Rmult_assoc, Rinv_l by lra.
    assert (HZ : (2 ^ 78 * Z.abs rest <= q)%Z) by (change radix with (2 ^ 43)%Z in HqP; lia).
    apply IZR_le in HZ. rewrite mult_IZR, abs_IZR in HZ. powers. lra. }
  exists z1, z2, z3, z4, e. split; [exact Ey|]. split; [|split; [exact He|split]].
  - replace (IZR top * (u * (1 + e))) with (z1 + z1 * e) by (unfold z1; ring).
    replace (IZR next * (u * (1 + e) / IZR radix)) with (z2 + z2 * e) by (unfold z2, Rdiv; ring).
    replace (IZR third * (u * (1 + e) / IZR radix / IZR radix)) with (z3 + z3 * e) by (unfold z3, Rdiv; ring).
    reflexivity.
  - unfold z2. rewrite Rabs_mult, (Rabs_pos_eq u) by lra. unfold Rdiv. rewrite Rabs_mult, <- abs_IZR, HrR.
    rewrite (Rabs_pos_eq (/ _)) by (powers; lra). pose proof (IZR_le 0 (Z.abs next) ltac:(lia)).
    apply Rle_trans with (IZR (Z.abs next) * / IZR (2 ^ 43) * (1 / 4)); [|powers; lra].
    apply Rmult_le_compat_l; [powers|]; lra.
  - split; [exact H3|exact H4].
Qed.

Theorem fma_multiword_reduction limbs b q top next third rest :
  let x := (rest + radix ^ (limbs - 3) * (third + radix * (next + radix * top)))%Z in
  (3 <= limbs)%Z -> (fma_multiword_min_bits limbs <= b)%Z -> (2 ^ (b - 1) <= q < 2 ^ b)%Z ->
  (Z.abs next <= 2 ^ 52)%Z -> (Z.abs third <= 2 ^ 52)%Z -> (Z.abs rest <= 2 ^ 10 * radix ^ (limbs - 3))%Z ->
  (256 * Z.abs x < fma_multiword_capacity * q)%Z ->
  exists k, nearest_integer (ratio_to_q limbs b q top next third) = IZR k /\ (Z.abs k <= 65)%Z /\
    (low fma_multiword_rounded * q <= 256 * (x - k * q) <= high fma_multiword_rounded * q)%Z /\
    forall limb digit, (Z.abs limb <= 2 ^ 52)%Z -> (Z.abs digit <= 2 ^ 45)%Z ->
      rnd (IZR limb - IZR k * IZR digit) = IZR (limb - k * digit).
Proof.
  intros x HL Hb Hq Hn Ht Hrest Hx.
  destruct (limb_shares limbs b q top next third rest HL Hb Hq Ht Hrest)
    as (z1 & z2 & z3 & z4 & e & Ey & Er & He & H2 & H3 & H4). fold x in Ey. rewrite Er. clear Er.
  unfold fma_multiword_min_bits, fma_multiword_limb_bits in Hb.
  assert (HqR : 0 < IZR q) by (apply IZR_lt; pose proof (power_positive (b - 1) ltac:(lia)); lia).
  set (y := IZR x / IZR q) in *.
  assert (Hy : Rabs y <= 64).
  { unfold y, Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ _)) by (left; apply Rinv_0_lt_compat; lra).
    apply Rmult_le_reg_r with (IZR q); [lra|]. rewrite Rmult_assoc, Rinv_l by lra.
    rewrite <- abs_IZR, Rmult_1_r, <- mult_IZR. apply IZR_le. unfold fma_multiword_capacity in Hx. lia. }
  apply IZR_le in Hn. apply (Rle_trans _ _ 128) in H2; [|powers; lra].
  assert (H1 : Rabs z1 <= 193).
  { replace z1 with (y - z2 - z3 - z4) by (rewrite Ey; ring).
    apply Rabs_le_inv in Hy, H2, H3, H4. apply Rabs_le. powers. lra. }
  assert (H12 : Rabs (z1 + z2) <= 65).
  { replace (z1 + z2) with (y - z3 - z4) by (rewrite Ey; ring).
    apply Rabs_le_inv in Hy, H3, H4. apply Rabs_le. powers. lra. }
  assert (S1 := small_part z1 e 193 He H1 ltac:(lra)).
  assert (S2 := small_part z2 e 128 He H2 ltac:(lra)).
  assert (S3 := small_part z3 e 128 He ltac:(powers; lra) ltac:(lra)).
  set (s1 := z1 * e) in *. set (s2 := z2 * e) in *. set (s3 := z3 * e) in *. clearbody s1 s2 s3.
  apply Rabs_le_inv in H1, H2, H3, H4, H12, S1, S2, S3, Hy.
  assert (R1 := step_error (z1 + s1) ltac:(apply Rabs_def1; powers; lra)).
  set (r1 := rnd (z1 + s1)) in *. clearbody r1. apply Rabs_le_inv in R1.
  assert (R2 := step_error (z2 + s2 + r1) ltac:(apply Rabs_def1; powers; lra)).
  set (r2 := rnd (z2 + s2 + r1)) in *. clearbody r2. apply Rabs_le_inv in R2.
  assert (R3 := step_error (z3 + s3 + r2) ltac:(apply Rabs_def1; powers; lra)).
  set (r3 := rnd (z3 + s3 + r2)) in *. clearbody r3. apply Rabs_le_inv in R3.
  assert (Hd : - / IZR (2 ^ 40) <= r3 - y <= / IZR (2 ^ 40)) by (rewrite Ey; powers; lra).
  destruct (rounded_is r3 ltac:(apply Rabs_def1; powers; lra)) as (k & E & Hk).
  exists k. split; [exact E|]. apply Rabs_le_inv in Hk.
  assert (Hk65 : (Z.abs k <= 65)%Z) by (apply le_IZR; rewrite abs_IZR; apply Rabs_le; powers; lra).
  split; [exact Hk65|]. split.
  - assert (HT : Rabs (y - IZR k) <= 5 / 8) by (apply Rabs_le; powers; lra).
    assert (HZ : (256 * Z.abs (x - k * q) <= 160 * q)%Z).
    { apply le_IZR. rewrite !mult_IZR, abs_IZR, minus_IZR, mult_IZR.
      replace (IZR x - IZR k * IZR q) with ((y - IZR k) * IZR q) by (unfold y; field; lra).
      rewrite Rabs_mult, (Rabs_pos_eq (IZR q)) by lra.
      apply Rmult_le_compat_r with (r := IZR q) in HT; lra. }
    unfold fma_multiword_rounded. cbn [low high]. clear - HZ. lia.
  - intros limb digit Hl Hdg. rewrite <- mult_IZR, <- minus_IZR. apply exact.
    clear - Hk65 Hl Hdg.
    assert (Z.abs (k * digit) <= 65 * 2 ^ 45)%Z by (rewrite Z.abs_mul; apply Z.mul_le_mono_nonneg; lia). lia.
Qed.
