(** Operands and results of operations on doubles are neither subnormal nor infinite: section 10.9 of docs/bounds/doubles.md. *)
From Coq Require Import Reals Lra List.
Import ListNotations.
From Flocq Require Import Core.
From Ringlet Require Import Words Constants Shoup Doubles Grids FmaRanges FmaRows FmaTables FmaReduction DotDoubles.
From Ringlet Require Import MultiwordDoubles MultiwordRows.
Open Scope R_scope.

#[local] Instance valid : Valid_exp exponents.
Proof. apply FLT_exp_valid. reflexivity. Qed.

(** The multiples of 2^m up to 2^e in magnitude: all but 0 are at least 2^m. *)
Definition in_units m x := exists n : Z, x = IZR n * bpow radix2 m.
Definition magnitudes m e x := in_units m x /\ Rabs x <= bpow radix2 e.

Lemma at_least m x : in_units m x -> x = 0 \/ bpow radix2 m <= Rabs x.
Proof.
  intros (n & ->). destruct (Z.eq_dec n 0) as [->|Hn]; [left; ring|right].
  rewrite Rabs_mult, (Rabs_pos_eq (bpow _ _)), <- abs_IZR by apply bpow_ge_0. rewrite <- Rmult_1_l at 1.
  apply Rmult_le_compat_r; [apply bpow_ge_0|apply IZR_le; lia].
Qed.

Lemma multiple_of_finer a b x : (a <= b)%Z -> in_units b x -> in_units a x.
Proof.
  intros H (n & ->). exists (n * 2 ^ (b - a))%Z. rewrite mult_IZR, power_is, Rmult_assoc, <- bpow_plus by lia.
  do 2 f_equal. lia.
Qed.

Lemma multiple_of_product a b x y : in_units a x -> in_units b y -> in_units (a + b) (x * y).
Proof. intros (n & ->) (k & ->). exists (n * k)%Z. rewrite mult_IZR, bpow_plus. ring. Qed.

Lemma multiple_of_sum m x y : in_units m x -> in_units m y -> in_units m (x + y).
Proof. intros (n & ->) (k & ->). exists (n + k)%Z. rewrite plus_IZR. ring. Qed.

Lemma multiple_of_integer n : in_units 0 (IZR n).
Proof. exists n. change (bpow radix2 0) with 1. ring. Qed.

Lemma rounded_multiple m x : (-1074 <= m)%Z -> in_units m x -> in_units m (rnd x).
Proof.
  intros Hm Hx. set (e := cexp radix2 exponents x). destruct (Z.le_gt_cases m e) as [H|H].
  - apply (multiple_of_finer m e); [exact H|]. exists (ZnearestE (scaled_mantissa radix2 exponents x)). reflexivity.
  - destruct Hx as (n & ->). unfold rnd. rewrite round_generic; [exists n; reflexivity|apply valid_rnd_N|].
    apply (generic_format_F2R radix2 exponents n m). intros _. unfold e, F2R in *. cbn [Fnum Fexp] in *. lia.
Qed.

Lemma rounded_magnitudes m e x : (-1074 <= m <= e)%Z -> magnitudes m e x -> magnitudes m e (rnd x).
Proof.
  intros Hm [Hx He]. split; [apply rounded_multiple; [lia|exact Hx]|].
  apply abs_round_le_generic; [apply valid|apply valid_rnd_N|apply generic_format_FLT_bpow; [reflexivity|lia]|exact He].
Qed.

(** A double of magnitude at least 2^e has no bits below 2^(e - 52). *)
Lemma multiple_of_double e x : generic_format radix2 exponents x -> bpow radix2 e <= Rabs x -> in_units (e - 52) x.
Proof.
  intros Hx He. apply (multiple_of_finer _ (cexp radix2 exponents x)).
  - unfold cexp, exponents, FLT_exp. assert (e + 1 <= mag radix2 x)%Z; [|lia].
    apply mag_ge_bpow. replace (e + 1 - 1)%Z with e by lia. exact He.
  - exists (Ztrunc (scaled_mantissa radix2 exponents x)). exact Hx.
Qed.

(** ** Factors that are not integers *)

Lemma ratio_magnitudes k : (Z.abs k <= 2 ^ 53)%Z -> magnitudes (-54) (-1) (IZR k * bpow radix2 (-54)).
Proof.
  intros Hk. split; [exists k; reflexivity|].
  rewrite Rabs_mult, (Rabs_pos_eq (bpow _ _)), <- abs_IZR by apply bpow_ge_0.
  apply Rle_trans with (bpow radix2 53 * bpow radix2 (-54)); [|rewrite <- bpow_plus; apply Rle_refl].
  apply Rmult_le_compat_r; [apply bpow_ge_0|]. rewrite <- power_is by lia. apply IZR_le. exact Hk.
Qed.

Lemma whole_ratio k : IZR (k * 2 ^ 10) / IZR (2 ^ 64) = IZR k * bpow radix2 (-54).
Proof. rewrite mult_IZR. change (bpow radix2 (-54)) with (/ IZR (2 ^ 54)). powers. field. Qed.

Lemma scaled_magnitudes k a b e : (0 <= k <= 2 ^ a)%Z -> (0 <= a)%Z -> (a + b <= e)%Z ->
  magnitudes b e (IZR k * bpow radix2 b).
Proof.
  intros Hk Ha He. split; [exists k; reflexivity|].
  rewrite Rabs_pos_eq by (apply Rmult_le_pos; [apply IZR_le; lia|apply bpow_ge_0]).
  apply Rle_trans with (bpow radix2 (a + b)); [|apply bpow_le; exact He]. rewrite bpow_plus, <- (power_is a) by exact Ha.
  apply Rmult_le_compat_r; [apply bpow_ge_0|apply IZR_le; lia].
Qed.

(** Their ranges, from the smallest to the largest: zero or at least 2^m, and at most 2^e. *)
Theorem ratios_are_normal :
  (* w/q of sections 10.3, 14.1 and 19.2 *)
  (forall w q, 2 <= q < 2 ^ 50 -> 0 <= w < q -> magnitudes (-54) (-1) (IZR (fma_ratio w q) / IZR (2 ^ 64)))%Z /\
  (forall limbs q w, two_or_three_limbs limbs -> 1 < q < 2 ^ fma_limbs_modulus_bits limbs -> 0 <= w < q ->
    magnitudes (-54) (-1) (fst (encoded_fma_row limbs q w)))%Z /\
  (forall n bits q x, 64 <= bits -> 2 ^ (bits - 1) <= q < 2 ^ bits -> 0 <= x < q ->
    magnitudes (-54) (-1) (snd (encoded_row n bits q x)))%Z.
Proof.
  split; [|split].
  - intros w q Hq Hw. split.
    + unfold fma_ratio, fma_leading_bits, word_shoup_quotient.
      pose proof (floor (w * 2 ^ 64) q ltac:(lia)) as Fs. set (s := (w * 2 ^ 64 / q)%Z) in *. clearbody s.
      assert (Hs : (0 <= s < 2 ^ 64 - 512)%Z) by nia.
      rewrite low_bits_cleared by lia. set (k := ((s + 512) / 2 ^ 10)%Z). clearbody k.
      destruct (k * 2 ^ 10 <? 2 ^ 63)%Z.
      * rewrite whole_ratio. exists k. reflexivity.
      * replace (k * 2 ^ 10 - 2 ^ 64)%Z with ((k - 2 ^ 54) * 2 ^ 10)%Z by ring. rewrite whole_ratio.
        exists (k - 2 ^ 54)%Z. reflexivity.
    + destruct (fma_ratio_is_close w q Hq Hw) as (_ & H & _). change (bpow radix2 (-1)) with (/ 2). lra.
  - intros limbs q w HL Hq Hw. pose proof (fma_row_encoded limbs q w HL Hq Hw) as H. cbv zeta in H.
    destruct (encoded_fma_row limbs q w) as [ratio x].
    destruct H as (_ & _ & _ & _ & (k & ->) & H). destruct (H 0%Z) as (_ & Hh & _). cbn [row_ratio fst] in *.
    split; [exists k; reflexivity|]. change (bpow radix2 (-1)) with (/ 2). lra.
  - intros n bits q x Hb Hq Hx. unfold encoded_row. cbv zeta.
    set (magnitude := (if q - x <? x then q - x else x)%Z).
    assert (Hm : (0 <= 2 * magnitude <= q)%Z) by (unfold magnitude; destruct (Z.ltb_spec (q - x) x); lia).
    destruct (multiword_ratio_is bits q magnitude Hb Hq Hm) as (k & -> & Hk & _). rewrite whole_ratio.
    destruct (q - x <? x)%Z; cbn [snd]; [|apply ratio_magnitudes; lia].
    rewrite Ropp_mult_distr_l, <- opp_IZR. apply ratio_magnitudes. lia.
Qed.

Theorem inverses_are_normal :
  (* 1/q of sections 10.4 and 16.8 *)
  (forall q, 2 <= q < 2 ^ 50 -> magnitudes (-102) (-1) (inverse_of q))%Z /\
  (forall q b, 2 <= b <= 50 -> 2 ^ (b - 1) <= q < 2 ^ b -> magnitudes (-102) (-1) (dot_double_inverse q b))%Z /\
  (* 2^(B (L - 1)) / q of section 14.2 *)
  (forall limbs bits q, two_or_three_limbs limbs -> has_bits limbs bits q ->
    magnitudes (-110) (-10) (top_quotient limbs bits q))%Z /\
  (* 2^(B (L - 1 - i)) / q of section 19.3 *)
  (forall limbs b q i, 64 <= b -> fma_multiword_min_bits limbs <= b -> 2 ^ (b - 1) <= q < 2 ^ b ->
    fma_multiword_capacity * q <= 256 * 2 ^ fma_multiword_capacity_bits limbs -> 0 <= i < fma_multiword_ratio_count ->
    magnitudes (-180) (-2) (fma_multiword_ratio limbs b q i))%Z.
Proof.
  split; [|split; [|split]].
  - intros q Hq. assert (HqR : 2 <= IZR q <= IZR (2 ^ 50)) by (split; apply IZR_le; lia).
    assert (H : / IZR (2 ^ 50) <= 1 / IZR q <= / 2).
    { unfold Rdiv. rewrite Rmult_1_l. split; apply Rinv_le_contravar; powers; lra. }
    assert (Hf : generic_format radix2 exponents (inverse_of q))
      by (apply generic_format_round; auto using valid, valid_rnd_N).
    assert (Hlow : bpow radix2 (-50) <= Rabs (inverse_of q)).
    { apply abs_round_ge_generic; [apply valid|apply valid_rnd_N|apply generic_format_FLT_bpow; [reflexivity|lia]|].
      change (bpow radix2 (-50)) with (/ IZR (2 ^ 50)). rewrite Rabs_pos_eq; powers; lra. }
    split; [apply (multiple_of_double (-50)); assumption|].
    apply abs_round_le_generic; [apply valid|apply valid_rnd_N|apply generic_format_FLT_bpow; [reflexivity|lia]|].
    change (bpow radix2 (-1)) with (/ 2). rewrite Rabs_pos_eq; powers; lra.
  - intros q b Hb Hq. pose proof (dot_double_inverse_is_close q b ltac:(lia) Hq) as (_ & H & _).
    split.
    + unfold dot_double_inverse. apply (multiple_of_finer _ (dot_doubles_exponent b)); [|eexists].
      { unfold dot_doubles_exponent. lia. }
      reflexivity.
    + rewrite Rabs_pos_eq by lra. eapply Rle_trans; [apply H|]. change (bpow radix2 (-1)) with (/ 2).
      assert (IZR (2 ^ (51 - b)) <= IZR (2 ^ 49)) by (apply IZR_le, Z.pow_le_mono_r; lia). powers. lra.
  - intros limbs bits q HL H. pose proof (fma_top_quotient_is_close limbs bits q HL H) as (Hl & _).
    unfold top_quotient. set (l := (product_quotient 128 bits q / 2 ^ 64)%Z) in *.
    assert (Hl0 : (0 <= l)%Z).
    { unfold l, product_quotient. destruct H as [Hb Hq]. pose proof (power_positive (bits - 1)).
      assert (61 <= bits)%Z by (destruct HL as [-> | ->]; cbn in Hb; lia).
      apply Z.div_pos; [apply Z.div_pos; [|lia]|reflexivity]. rewrite ?Z.mul_1_l. apply Z.pow_nonneg. lia. }
    clearbody l. set (e := (fma_limbs_exponent (fma_limbs_bits limbs) limbs bits - 1023)%Z).
    assert (He : (-110 <= e <= -73)%Z).
    { destruct H as [Hb _].
      unfold e, fma_limbs_exponent, fma_limbs_bits, fma_limbs_min_bits, fma_limbs_modulus_bits in *.
      destruct HL as [-> | ->]; [change (2 =? 2)%Z with true in *|change (3 =? 2)%Z with false in *];
        cbv iota in *; lia. }
    apply rounded_magnitudes; [lia|].
    destruct (rounded_magnitudes 0 63 (IZR l)) as [Hm Ha]; [lia| |].
    { split; [apply multiple_of_integer|]. rewrite <- power_is, <- abs_IZR by lia. apply IZR_le. lia. }
    split.
    + apply (multiple_of_finer _ (0 + e)); [lia|]. apply multiple_of_product; [exact Hm|]. exists 1%Z. ring.
    + rewrite Rabs_mult, (Rabs_pos_eq (bpow radix2 e)) by apply bpow_ge_0.
      apply Rle_trans with (bpow radix2 (63 + e)); [|apply bpow_le; lia]. rewrite bpow_plus.
      apply Rmult_le_compat_r; [apply bpow_ge_0|exact Ha].
  - intros limbs b q i Hb Hmin Hq Hcap Hi. pose proof (fma_multiword_inverse_is_close b q Hb Hq) as [Hinv _].
    cbv zeta in Hinv. unfold fma_multiword_ratio. set (f := fma_multiword_inverse (q / 2 ^ (b - 64))) in *. clearbody f.
    assert (Hbits : (b <= fma_multiword_limb_bits * (limbs - 1) + 41)%Z).
    { unfold fma_multiword_capacity, fma_multiword_capacity_bits in Hcap. unfold fma_multiword_min_bits in Hmin.
      set (p := (fma_multiword_limb_bits * (limbs - 1))%Z) in *. destruct (Z.le_gt_cases 0 (p + 46)) as [Hp|Hp].
      - assert (2 ^ (b - 1 + 6) <= 2 ^ (p + 46))%Z by (rewrite Z.pow_add_r by lia; lia).
        assert (b - 1 + 6 <= p + 46)%Z by (apply (Z.pow_le_mono_r_iff 2); lia). lia.
      - rewrite (Z.pow_neg_r 2 (p + 46)) in Hcap by lia. pose proof (power_positive (b - 1)). lia. }
    set (e := (fma_multiword_exponent limbs b - i * fma_multiword_limb_bits)%Z).
    assert (He : (-180 <= e /\ 53 + e <= -2)%Z)
      by (unfold e, fma_multiword_exponent, fma_multiword_min_bits, fma_multiword_limb_bits, fma_multiword_ratio_count in *; lia).
    destruct (scaled_magnitudes f 53 e (-2)) as [(n & E) Ha]; [lia|lia|lia|].
    split; [|exact Ha]. apply (multiple_of_finer _ e); [lia|]. exists n. exact E.
Qed.

(** Constants that are added to round to integers or to multiples of a radix, and radices. *)
Theorem offsets_are_normal limbs bits :
  two_or_three_limbs limbs -> (bits = 49 \/ bits = 50)%Z ->
  magnitudes 0 105 (IZR rounder) /\ magnitudes 0 105 (IZR two_52) /\
  (forall B, In B [fma_limbs_bits limbs; fma_multiword_limb_bits]%Z ->
    limb_radix B = (2 ^ B)%Z /\ magnitudes 0 105 (IZR (multiword_column_start (limb_radix B))) /\
    magnitudes (-50) 0 (bpow radix2 (- B))) /\
  magnitudes 0 105 (IZR (2 * dot_doubles_offset bits)) /\
  (forall b, 2 <= b -> magnitudes 0 105 (IZR (2 ^ dot_doubles_quotient_exponent b)))%Z.
Proof.
  intros HL Hbits.
  assert (A : forall n, (Z.abs n <= 2 ^ 105)%Z -> magnitudes 0 105 (IZR n)).
  { intros n Hn. split; [apply multiple_of_integer|].
    rewrite <- power_is, <- abs_IZR by lia. apply IZR_le. exact Hn. }
  split; [|split; [|split; [|split]]].
  - apply A. discriminate.
  - apply A. discriminate.
  - intros B HB. assert (E : (B = 42 \/ B = 43 \/ B = 50)%Z).
    { destruct HB as [<-|[<-|[]]]; [destruct HL as [-> | ->]; cbn; lia|unfold fma_multiword_limb_bits; lia]. }
    split; [unfold limb_radix; lia|]. split; [apply A; destruct E as [->|[->| ->]]; discriminate|]. split.
    + apply (multiple_of_finer _ (- B)); [lia|]. exists 1%Z. ring.
    + rewrite Rabs_pos_eq by apply bpow_ge_0. apply bpow_le. lia.
  - apply A. destruct Hbits as [-> | ->]; discriminate.
  - intros b Hb. apply A. unfold dot_doubles_quotient_exponent. destruct (Z.le_gt_cases b 104).
    + rewrite Z.abs_eq by (apply Z.pow_nonneg; lia). apply Z.pow_le_mono_r; lia.
    + rewrite Z.pow_neg_r by lia. discriminate.
Qed.

(** One operation: x f + z, for an integer x, and for factors and sums as above or as results of such operations. Sums
    and differences have f = 1, products z = 0. *)
Theorem operations_are_normal x f z :
  in_units (-180) f -> in_units (-180) z -> Rabs (IZR x * f + z) <= bpow radix2 105 ->
  magnitudes (-180) 105 (rnd (IZR x * f + z)) /\
  (rnd (IZR x * f + z) = 0 \/ bpow radix2 (-180) <= Rabs (rnd (IZR x * f + z))).
Proof.
  intros Hf Hz H.
  assert (A : magnitudes (-180) 105 (rnd (IZR x * f + z))).
  { apply rounded_magnitudes; [lia|]. split; [|exact H]. apply multiple_of_sum; [|exact Hz].
    apply (multiple_of_product 0 (-180)); [apply multiple_of_integer|exact Hf]. }
  split; [exact A|]. apply at_least. apply A.
Qed.
