(** Integers in doubles, rounded to nearest: section 10 of docs/bounds/doubles.md.

    A double is a real number of the format of 53 bits (Flocq's FLT, with subnormals); an operation rounds its exact
    result, a fused multiply-add once. No value comes near the largest double. *)
From Coq Require Import Reals Lra.
From Flocq Require Import Core Relative.
From Ringlet Require Import Words Constants Shoup.
Open Scope R_scope.

Definition exponents := FLT_exp (-1074) 53.
Definition rnd := round radix2 exponents ZnearestE.

#[local] Instance valid : Valid_exp exponents.
Proof. apply FLT_exp_valid. reflexivity. Qed.

#[local] Instance monotone : Monotone_exp exponents.
Proof. apply FLT_exp_monotone. Qed.

(** Replaces powers of two in goals and hypotheses by numbers, for [lra]. *)
Ltac powers :=
  repeat match goal with
  | |- context [Z.pow 2 ?n] => let v := eval vm_compute in (Z.pow 2 n) in change (Z.pow 2 n) with v
  | H : context [Z.pow 2 ?n] |- _ => let v := eval vm_compute in (Z.pow 2 n) in change (Z.pow 2 n) with v in H
  end.

Lemma integer_format n : (Z.abs n <= 2 ^ 53)%Z -> generic_format radix2 exponents (IZR n).
Proof.
  intros Hn. apply generic_format_FLT. destruct (Z.eq_dec (Z.abs n) (2 ^ 53)) as [E|E].
  - apply (FLT_spec _ _ _ _ (Float radix2 (n / 2) 1)).
    + unfold F2R; cbn [Fnum Fexp]. rewrite <- (IZR_Zpower radix2 1) by lia. rewrite <- mult_IZR. f_equal.
      change (radix2 ^ 1)%Z with 2%Z. assert (n = 2 ^ 53 \/ n = - 2 ^ 53)%Z as [->| ->] by lia; reflexivity.
    + cbn [Fnum]. change (radix2 ^ 53)%Z with (2 ^ 53)%Z.
      assert (n = 2 ^ 53 \/ n = - 2 ^ 53)%Z as [->| ->] by lia; reflexivity.
    + cbn; lia.
  - apply (FLT_spec _ _ _ _ (Float radix2 n 0)).
    + unfold F2R; cbn. ring.
    + cbn [Fnum]. change (radix2 ^ 53)%Z with (2 ^ 53)%Z. lia.
    + cbn; lia.
Qed.

Lemma exact n : (Z.abs n <= 2 ^ 53)%Z -> rnd (IZR n) = IZR n.
Proof. intros. apply round_generic; [apply valid_rnd_N|apply integer_format; assumption]. Qed.

Lemma rounding_error x e : (-1000 <= e)%Z -> Rabs x < bpow radix2 e -> Rabs (rnd x - x) <= / 2 * bpow radix2 (e - 53).
Proof.
  intros He Hx. destruct (Req_dec x 0) as [->|H0].
  - unfold rnd. rewrite round_0 by apply valid_rnd_N. rewrite Rminus_0_r, Rabs_R0.
    pose proof (bpow_ge_0 radix2 (e - 53)). lra.
  - eapply Rle_trans; [apply error_le_half_ulp; auto with typeclass_instances|].
    apply Rmult_le_compat_l; [lra|]. rewrite ulp_neq_0 by assumption. apply bpow_le.
    unfold cexp, exponents, FLT_exp. pose proof (mag_le_bpow radix2 x e H0 Hx). lia.
Qed.

(** Rounding an integer gives a nearby integer. *)
Lemma rounded_integer n : (Z.abs n < 2 ^ 102)%Z -> exists m, rnd (IZR n) = IZR m /\ (Z.abs (m - n) <= 2 ^ 49)%Z.
Proof.
  intros Hn. destruct (Z.le_gt_cases (Z.abs n) (2 ^ 53)) as [Hs|Hl].
  { exists n. split; [apply exact; assumption|]. rewrite Z.sub_diag. cbn. lia. }
  set (e := cexp radix2 exponents (IZR n)).
  assert (He : (0 <= e)%Z).
  { unfold e, cexp, exponents, FLT_exp. assert (54 <= mag radix2 (IZR n))%Z; [|lia].
    apply mag_ge_bpow. rewrite <- abs_IZR. change (bpow radix2 (54 - 1)) with (IZR (2 ^ 53)). apply IZR_le. lia. }
  exists (ZnearestE (scaled_mantissa radix2 exponents (IZR n)) * 2 ^ e)%Z.
  assert (E : rnd (IZR n) = IZR (ZnearestE (scaled_mantissa radix2 exponents (IZR n)) * 2 ^ e)).
  { unfold rnd, round, F2R. cbn [Fnum Fexp]. fold e. rewrite mult_IZR. f_equal.
    rewrite <- (IZR_Zpower radix2) by assumption. reflexivity. }
  split; [exact E|].
  apply le_IZR. rewrite abs_IZR, minus_IZR, <- E.
  eapply Rle_trans; [apply error_le_half_ulp; auto with typeclass_instances|].
  assert (U : ulp radix2 exponents (IZR n) <= ulp radix2 exponents (bpow radix2 102)).
  { apply ulp_le; auto with typeclass_instances. rewrite <- abs_IZR, (Rabs_pos_eq (bpow radix2 102)) by apply bpow_ge_0.
    change (bpow radix2 102) with (IZR (2 ^ 102)). apply IZR_le. lia. }
  rewrite ulp_bpow in U. change (exponents (102 + 1)) with 50%Z in U. change (bpow radix2 50) with (IZR (2 ^ 50)) in U.
  powers. lra.
Qed.

(** Between 2^52 and 2^53, doubles are the integers. *)
Lemma rounded_to_integer z : IZR (2 ^ 52) <= z < IZR (2 ^ 53) -> rnd z = IZR (ZnearestE z).
Proof.
  intros [H0 H1]. unfold rnd, round, scaled_mantissa, cexp, F2R. cbn [Fnum Fexp].
  assert (E : (mag radix2 z : Z) = 53%Z).
  { apply mag_unique. rewrite Rabs_pos_eq; [|powers; lra].
    change (bpow radix2 (53 - 1)) with (IZR (2 ^ 52)). change (bpow radix2 53) with (IZR (2 ^ 53)). lra. }
  rewrite E. change (exponents 53) with 0%Z. cbn [Z.opp]. change (bpow radix2 0) with 1. rewrite !Rmult_1_r.
    reflexivity.
Qed.

(** ** Section 10.2: the integer nearest to a product *)

Definition rounded_product x y := rnd (rnd (x * y + IZR rounder) - IZR rounder).

Theorem product_rounds_to_integer x y : Rabs (x * y) < IZR (2 ^ 51) ->
  exists c, rounded_product x y = IZR c /\ Rabs (IZR c - x * y) <= 1 / 2.
Proof.
  intros H. unfold rounded_product, rounder. set (z := x * y) in *. clearbody z.
  set (s := z + IZR 6755399441055744).
  assert (Hs : IZR (2 ^ 52) <= s < IZR (2 ^ 53)).
  { unfold s. apply Rabs_def2 in H. powers. lra. }
  rewrite (rounded_to_integer s Hs).
  pose proof (Znearest_half (fun n => negb (Z.even n)) s) as Hn. fold ZnearestE in Hn.
  set (n := ZnearestE s) in *.
  exists (n - 6755399441055744)%Z.
  assert (Hd : Rabs (IZR (n - 6755399441055744) - z) <= 1 / 2).
  { rewrite minus_IZR. unfold s in Hn. rewrite Rabs_minus_sym in Hn.
    replace (IZR n - IZR 6755399441055744 - z) with (IZR n - (z + IZR 6755399441055744)) by ring. lra. }
  split; [|exact Hd].
  rewrite <- minus_IZR. apply exact.
  apply le_IZR. rewrite abs_IZR. apply Rabs_le. apply Rabs_le_inv in Hd. apply Rabs_def2 in H. powers. lra.
Qed.

(** A remainder x w - c q in doubles is exact if it is below 2^52 and the product below 2^102. *)
Definition remainder_in_doubles x w c q :=
  let h := rnd (x * w) in let l := rnd (x * w - h) in rnd (rnd (h - c * q) + l).

Lemma remainder_is_exact x w c q :
  (Z.abs (x * w) < 2 ^ 102)%Z -> (Z.abs (x * w - c * q) <= 2 ^ 52)%Z ->
  remainder_in_doubles (IZR x) (IZR w) (IZR c) (IZR q) = IZR (x * w - c * q).
Proof.
  intros Hp Hr. unfold remainder_in_doubles. rewrite <- !mult_IZR.
  destruct (rounded_integer (x * w) Hp) as (h & Eh & Hh). rewrite Eh, <- !minus_IZR.
  rewrite (exact (x * w - h)) by lia. rewrite (exact (h - c * q)) by lia.
  rewrite <- plus_IZR, exact by lia. f_equal. ring.
Qed.

(** ** Section 10.3: twiddles *)

(** The stored ratio for the centred w: a signed word of 53 bits that is w / q up to 2^-55, and at most 1/2. *)
Definition fma_ratio w q :=
  let leading := fma_leading_bits (word_shoup_quotient w q) in
  (if leading <? 2 ^ 63 then leading else leading - 2 ^ 64)%Z.
Definition fma_centred w q := (if word_shoup_quotient w q <? 2 ^ 63 then w else w - q)%Z.

Theorem fma_ratio_is_close w q : (2 <= q < 2 ^ 50)%Z -> (0 <= w < q)%Z ->
  let ratio := IZR (fma_ratio w q) / IZR (2 ^ 64) in
  generic_format radix2 exponents ratio /\ Rabs ratio <= 1 / 2 /\
  Rabs (ratio - IZR (fma_centred w q) / IZR q) <= / IZR (2 ^ 55) /\ (2 * Z.abs (fma_centred w q) <= q)%Z.
Proof.
  intros Hq Hw.
  assert (HZ : exists k, fma_ratio w q = (k * 2 ^ 10)%Z /\ (Z.abs k <= 2 ^ 53)%Z /\
    (- (512 * q) <= fma_ratio w q * q - fma_centred w q * 2 ^ 64 <= 512 * q)%Z /\ (2 * Z.abs (fma_centred w q) <= q)%Z).
  { unfold fma_ratio, fma_centred, fma_leading_bits, word_shoup_quotient.
    pose proof (floor (w * 2 ^ 64) q ltac:(lia)) as Fs. set (s := (w * 2 ^ 64 / q)%Z) in *. clearbody s.
    assert (Hs : (0 <= s < 2 ^ 64)%Z) by nia.
    assert (El : Z.land (s + 512) 18446744073709550592 = ((s + 512) / 2 ^ 10 mod 2 ^ 54 * 2 ^ 10)%Z).
    { change 18446744073709550592%Z with (Z.shiftl (Z.ones 54) 10).
      replace (Z.land (s + 512) (Z.shiftl (Z.ones 54) 10)) with (Z.shiftl (Z.land (Z.shiftr (s + 512) 10) (Z.ones 54))
        10).
      - rewrite Z.land_ones, Z.shiftl_mul_pow2, Z.shiftr_div_pow2 by lia. reflexivity.
      - apply Z.bits_inj'. intros i Hi. rewrite Z.land_spec, !Z.shiftl_spec by lia.
        destruct (Z.ltb_spec i 10).
        + rewrite (Z.testbit_neg_r (Z.land _ _)), (Z.testbit_neg_r (Z.ones 54)), andb_false_r by lia. reflexivity.
        + rewrite Z.land_spec, Z.shiftr_spec by lia. f_equal. f_equal. lia. }
    rewrite El. pose proof (floor (s + 512) (2 ^ 10) ltac:(lia)) as Fl. set (k := ((s + 512) / 2 ^ 10)%Z) in *.
      clearbody k.
    assert (Hk : (0 <= k <= 2 ^ 54)%Z) by lia.
    assert (Hgap : (s < 2 ^ 63 -> s + 512 < 2 ^ 63)%Z).
    { intros. assert (2 * w <= q - 1 \/ q <= 2 * w)%Z as [|] by lia; [|exfalso; nia].
      assert (2 * (q * s) <= (q - 1) * 2 ^ 64)%Z by lia. nia. }
    assert (Hcase : (s < 2 ^ 63 /\ 2 * w < q \/ 2 ^ 63 <= s /\ q <= 2 * w)%Z) by (destruct (Z.lt_ge_cases s (2 ^ 63));
      nia).
    destruct (Z.ltb_spec s (2 ^ 63)).
    - rewrite (Z.mod_small k) by lia. destruct (Z.ltb_spec (k * 2 ^ 10) (2 ^ 63)); [|lia].
      exists k. split; [reflexivity|]. split; [lia|]. split; [nia|lia].
    - destruct (Z.eq_dec k (2 ^ 54)) as [->|Hk54].
      + rewrite Z_mod_same_full. change (0 * 2 ^ 10 <? 2 ^ 63)%Z with true. cbv iota. exists 0%Z. split;
          [reflexivity|]. split; [lia|]. split; [nia|lia].
      + rewrite (Z.mod_small k) by lia. destruct (Z.ltb_spec (k * 2 ^ 10) (2 ^ 63)); [lia|].
        exists (k - 2 ^ 54)%Z. split; [lia|]. split; [lia|]. split; [nia|lia]. }
  destruct HZ as (k & Er & Hk & Herr & Hc). cbv zeta.
  assert (Eq : IZR (fma_ratio w q) / IZR (2 ^ 64) = IZR k * bpow radix2 (-54)).
  { rewrite Er, mult_IZR. change (bpow radix2 (-54)) with (/ IZR (2 ^ 54)). powers. field. }
  assert (HqR : 2 <= IZR q) by (apply IZR_le; lia).
  split; [|split; [|split; [|exact Hc]]].
  - rewrite Eq. apply generic_format_FLT. destruct (Z.eq_dec (Z.abs k) (2 ^ 53)) as [E|E].
    + assert (Hk2 : k = 9007199254740992%Z \/ k = (-9007199254740992)%Z) by lia. clear - Hk2.
      apply (FLT_spec _ _ _ _ (Float radix2 (k / 2) (-53))); cbn [Fnum Fexp].
      * unfold F2R; cbn [Fnum Fexp]. change (bpow radix2 (-54)) with (/ IZR (2 ^ 54)).
        change (bpow radix2 (-53)) with (/ IZR (2 ^ 53)). powers. destruct Hk2 as [->| ->].
        -- change (9007199254740992 / 2)%Z with 4503599627370496%Z. lra.
        -- change (-9007199254740992 / 2)%Z with (-4503599627370496)%Z. lra.
      * change (radix2 ^ 53)%Z with (2 ^ 53)%Z. destruct Hk2 as [->| ->]; reflexivity.
      * lia.
    + apply (FLT_spec _ _ _ _ (Float radix2 k (-54))); cbn [Fnum Fexp]; [reflexivity| |lia].
      change (radix2 ^ 53)%Z with (2 ^ 53)%Z. lia.
  - rewrite Eq. change (bpow radix2 (-54)) with (/ IZR (2 ^ 54)). apply IZR_le in Hk. rewrite abs_IZR in Hk.
    rewrite Rabs_mult, (Rabs_pos_eq (/ _)); powers; lra.
  - assert (H1 : Rabs (IZR (fma_ratio w q) * IZR q - IZR (fma_centred w q) * IZR (2 ^ 64)) <= 512 * IZR q).
    { rewrite <- !mult_IZR, <- minus_IZR. rewrite <- abs_IZR. apply IZR_le. lia. }
    replace (IZR (fma_ratio w q) / IZR (2 ^ 64) - IZR (fma_centred w q) / IZR q)
      with ((IZR (fma_ratio w q) * IZR q - IZR (fma_centred w q) * IZR (2 ^ 64)) * / (IZR (2 ^ 64) * IZR q))
      by (powers; field; lra).
    rewrite Rabs_mult, (Rabs_pos_eq (/ _)) by (left; apply Rinv_0_lt_compat; powers; lra).
    apply Rmult_le_reg_r with (IZR (2 ^ 64) * IZR q); [powers; lra|].
    rewrite Rmult_assoc, Rinv_l by (powers; lra). powers. lra.
Qed.

(** A product by a twiddle: x w - c q, exact. *)
Theorem fma_product x w q Capacity operand :
  (2 <= q < 2 ^ 50)%Z -> (0 <= w < q)%Z -> (4 <= Capacity)%Z -> (Capacity * q <= 2 ^ 52)%Z ->
  (256 * Z.abs x < operand * q)%Z -> (operand <= Capacity * 256)%Z ->
  exists c, rounded_product (IZR x) (IZR (fma_ratio w q) / IZR (2 ^ 64)) = IZR c /\
    remainder_in_doubles (IZR x) (IZR (fma_centred w q)) (IZR c) (IZR q) = IZR (x * fma_centred w q - c * q) /\
    (256 * Z.abs (x * fma_centred w q - c * q) < fma_product_bound Capacity operand * q)%Z /\
    (8 * Z.abs (x * fma_centred w q - c * q) <= 5 * q)%Z.
Proof.
  intros Hq Hw HC Hfit Hx Hop.
  destruct (fma_ratio_is_close w q Hq Hw) as (_ & Hhalf & Hclose & Hcw).
  set (ratio := IZR (fma_ratio w q) / IZR (2 ^ 64)) in *. set (cw := fma_centred w q) in *. clearbody ratio cw.
  assert (HopCq : (operand * q <= Capacity * 256 * q)%Z) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (Hx52 : (Z.abs x < 2 ^ 52)%Z) by lia.
  assert (HqR : 2 <= IZR q) by (apply IZR_le; lia).
  assert (HxR : Rabs (IZR x) < IZR (2 ^ 52)) by (rewrite <- abs_IZR; apply IZR_lt; lia).
  assert (Hxr : Rabs (IZR x * ratio) < IZR (2 ^ 51)).
  { rewrite Rabs_mult. apply Rle_lt_trans with (Rabs (IZR x) * (1 / 2)).
    - apply Rmult_le_compat_l; [apply Rabs_pos|exact Hhalf].
    - powers. lra. }
  destruct (product_rounds_to_integer _ _ Hxr) as (c & Ec & Hc). exists c. split; [exact Ec|].
  (* |x cw - c q| <= q / 2 + q |x| 2^-55 *)
  assert (HT : Rabs (IZR (x * cw - c * q)) <= IZR q * (1 / 2 + Rabs (IZR x) / IZR (2 ^ 55))).
  { rewrite minus_IZR, !mult_IZR.
    replace (IZR x * IZR cw - IZR c * IZR q)
      with (IZR q * ((IZR x * ratio - IZR c) + IZR x * (IZR cw / IZR q - ratio))) by (field; lra).
    rewrite Rabs_mult, (Rabs_pos_eq (IZR q)) by lra. apply Rmult_le_compat_l; [lra|].
    eapply Rle_trans; [apply Rabs_triang|]. apply Rplus_le_compat.
    - rewrite Rabs_minus_sym. exact Hc.
    - rewrite Rabs_mult, (Rabs_minus_sym _ ratio). unfold Rdiv at 2.
      apply Rmult_le_compat_l; [apply Rabs_pos|exact Hclose]. }
  assert (HTZ : (2 ^ 55 * Z.abs (x * cw - c * q) <= q * (2 ^ 54 + Z.abs x))%Z).
  { apply le_IZR. rewrite !mult_IZR, plus_IZR, !abs_IZR.
    apply Rmult_le_reg_l with (/ IZR (2 ^ 55)); [apply Rinv_0_lt_compat; powers; lra|].
    rewrite <- Rmult_assoc, Rinv_l by (powers; lra). rewrite Rmult_1_l. eapply Rle_trans; [exact HT|].
    right. powers. field. }
  set (T := (x * cw - c * q)%Z) in *.
  assert (Hx8 : (q * (2 ^ 54 + Z.abs x) <= q * (2 ^ 54 + 2 ^ 52))%Z) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (H58 : (8 * Z.abs T <= 5 * q)%Z) by lia.
  split; [|split; [|exact H58]].
  - apply remainder_is_exact; [|unfold T in *; lia].
    rewrite Z.abs_mul. assert (Z.abs x * Z.abs cw <= 2 ^ 52 * 2 ^ 49)%Z by (apply Z.mul_le_mono_nonneg; lia).
    assert (Z.abs x * Z.abs cw < 2 ^ 52 * 2 ^ 49 \/ Z.abs x * Z.abs cw = 2 ^ 52 * 2 ^ 49)%Z as [|E] by lia; [lia|].
    assert (Z.abs x * Z.abs cw <= (2 ^ 52 - 1) * 2 ^ 49)%Z by (apply Z.mul_le_mono_nonneg; lia). lia.
  - unfold fma_product_bound.
    pose proof (floor (operand + 8 * Capacity - 1) (8 * Capacity) ltac:(lia)) as Fk.
    set (k := ((operand + 8 * Capacity - 1) / (8 * Capacity))%Z) in *. clearbody k T.
    (* 256 |x| < operand q <= 8 k C q <= 8 k 2^52 *)
    assert (Hop0 : (0 < operand)%Z) by nia.
    assert (A1 : (operand * q <= 8 * k * (Capacity * q))%Z).
    { replace (8 * k * (Capacity * q))%Z with (8 * Capacity * k * q)%Z by ring. apply Z.mul_le_mono_nonneg_r; lia. }
    assert (A2 : (8 * k * (Capacity * q) <= 8 * k * 2 ^ 52)%Z) by (apply Z.mul_le_mono_nonneg_l; nia).
    assert (A3 : (q * (2 ^ 54 + Z.abs x) * 256 < q * (2 ^ 62 + 8 * k * 2 ^ 52))%Z).
    { rewrite <- Z.mul_assoc. apply Z.mul_lt_mono_pos_l; lia. }
    lia.
Qed.

(** ** Section 10.4: reductions *)

Definition inverse_of q := rnd (1 / IZR q).

Lemma inverse_is_close q : (2 <= q < 2 ^ 50)%Z -> Rabs (inverse_of q - 1 / IZR q) <= / IZR (2 ^ 53) * (1 / IZR q).
Proof.
  intros Hq. assert (HqR : 2 <= IZR q <= IZR (2 ^ 50)) by (split; apply IZR_le; lia).
  assert (Hi : 0 < / IZR q) by (apply Rinv_0_lt_compat; lra).
  unfold inverse_of, rnd, exponents.
  eapply Rle_trans; [apply relative_error_N_FLT; [reflexivity|]|].
  - unfold Rdiv. rewrite Rmult_1_l, Rabs_pos_eq by lra.
    apply Rle_trans with (bpow radix2 (-51)); [apply bpow_le; lia|].
    change (bpow radix2 (-51)) with (/ IZR (2 ^ 51)). apply Rinv_le_contravar; [|powers]; lra.
  - unfold Rdiv. rewrite Rmult_1_l, (Rabs_pos_eq (/ IZR q)) by lra.
    change (bpow radix2 (- (53) + 1)) with (/ IZR (2 ^ 52)). apply Rmult_le_compat_r; [lra|]. powers. lra.
Qed.

Definition fma_reduce x q := let c := rounded_product x (inverse_of q) in rnd (x - c * IZR q).

Theorem fma_reduction x q Capacity :
  (2 <= q < 2 ^ 50)%Z -> (0 < Capacity <= 16)%Z -> (Capacity * q <= 2 ^ 52)%Z -> (Z.abs x < Capacity * q)%Z ->
  exists c, fma_reduce (IZR x) q = IZR (x - c * q) /\ (256 * Z.abs (x - c * q) < fma_reduced_bound * q)%Z.
Proof.
  intros Hq HC Hfit Hx.
  assert (HqR : 2 <= IZR q) by (apply IZR_le; lia).
  assert (Hi : 0 < / IZR q) by (apply Rinv_0_lt_compat; lra).
  pose proof (inverse_is_close q Hq) as Hclose. unfold fma_reduce. set (i := inverse_of q) in *. clearbody i.
  assert (HxR : Rabs (IZR x) <= 16 * IZR q).
  { rewrite <- abs_IZR, <- mult_IZR. apply IZR_le. assert (Capacity * q <= 16 * q)%Z by (apply Z.mul_le_mono_nonneg_r;
      lia). lia. }
  assert (Hxq : Rabs (IZR x * i - IZR x / IZR q) <= 16 * / IZR (2 ^ 53)).
  { replace (IZR x * i - IZR x / IZR q) with (IZR x * (i - 1 / IZR q)) by (field; lra). rewrite Rabs_mult.
    apply Rle_trans with (16 * IZR q * (/ IZR (2 ^ 53) * (1 / IZR q))).
    - apply Rmult_le_compat; auto using Rabs_pos.
    - right. powers. field. lra. }
  assert (Hxq16 : Rabs (IZR x / IZR q) <= 16).
  { unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ IZR q)) by lra.
    apply Rmult_le_reg_r with (IZR q); [lra|]. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (Hsmall : Rabs (IZR x * i) < IZR (2 ^ 51)).
  { replace (IZR x * i) with ((IZR x * i - IZR x / IZR q) + IZR x / IZR q) by ring.
    eapply Rle_lt_trans; [apply Rabs_triang|]. powers. lra. }
  destruct (product_rounds_to_integer _ _ Hsmall) as (c & Ec & Hc). exists c. cbv zeta. rewrite Ec.
  assert (HT : Rabs (IZR (x - c * q)) <= IZR q * (1 / 2 + 16 * / IZR (2 ^ 53))).
  { rewrite minus_IZR, mult_IZR.
    replace (IZR x - IZR c * IZR q) with (IZR q * ((IZR x * i - IZR c) - (IZR x * i - IZR x / IZR q))) by (field; lra).
    rewrite Rabs_mult, (Rabs_pos_eq (IZR q)) by lra. apply Rmult_le_compat_l; [lra|].
    unfold Rminus at 1. eapply Rle_trans; [apply Rabs_triang|]. apply Rplus_le_compat.
    - rewrite Rabs_minus_sym. exact Hc.
    - rewrite Rabs_Ropp. exact Hxq. }
  assert (HTZ : (256 * Z.abs (x - c * q) < 129 * q)%Z).
  { apply lt_IZR. rewrite !mult_IZR, abs_IZR. apply Rle_lt_trans with (256 * (IZR q * (1 / 2 + 16 * / IZR (2 ^ 53))));
      [lra|].
    powers. lra. }
  split; [|exact HTZ]. rewrite <- mult_IZR, <- minus_IZR. apply exact. lia.
Qed.

(** ** Section 10.6: canonical output at once. For odd q, floor(x / q) is a rounded quotient. *)

Definition fma_finish x q :=
  let c := rounded_product (rnd (x - IZR (q / 2))) (inverse_of q) in
  rnd (rnd (x + IZR two_52) - c * IZR q).

(** If an integer is nearer than 1 to another one's rounded value, the two are equal. *)
Lemma nearest_is c k z : Rabs (IZR c - z) <= 1 / 2 -> Rabs (z - IZR k) < 1 / 2 -> c = k.
Proof.
  intros Hc Hk.
  assert (H : Rabs (IZR (c - k)) < 1).
  { rewrite minus_IZR. replace (IZR c - IZR k) with ((IZR c - z) + (z - IZR k)) by ring.
    eapply Rle_lt_trans; [apply Rabs_triang|]. lra. }
  rewrite <- abs_IZR in H. apply lt_IZR in H. lia.
Qed.

Theorem fma_finish_is_canonical x q Capacity from :
  (2 <= q < 2 ^ 50)%Z -> (q mod 2 = 1)%Z -> (0 < Capacity <= 16)%Z -> (Capacity * q <= 2 ^ 52)%Z ->
  fma_finishes_at_once (Capacity * 256) from = true -> (256 * Z.abs x < from * q)%Z ->
  fma_finish (IZR x) q = IZR (2 ^ 52 + x mod q).
Proof.
  intros Hq Hodd HC Hfit Hfrom Hx.
  assert (Hf : (from + 128 <= Capacity * 256)%Z).
  { unfold fma_finishes_at_once in Hfrom. destruct (Z.ltb_spec 256 from); [apply Z.leb_le in Hfrom; lia|discriminate]. }
  assert (Hh : (q = 2 * (q / 2) + 1)%Z) by (pose proof (Z.div_mod q 2 ltac:(lia)); lia).
  unfold fma_finish. set (h := (q / 2)%Z) in *. clearbody h.
  assert (HfCq : ((from + 128) * q <= Capacity * 256 * q)%Z) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (Hxh : (Z.abs (x - h) < Capacity * q)%Z) by lia.
  rewrite <- minus_IZR, exact by lia.
  assert (HqR : 2 <= IZR q) by (apply IZR_le; lia).
  assert (Hi : 0 < / IZR q) by (apply Rinv_0_lt_compat; lra).
  pose proof (inverse_is_close q Hq) as Hclose. set (i := inverse_of q) in *. clearbody i.
  pose proof (Z.div_mod x q ltac:(lia)) as Dx. pose proof (Z.mod_pos_bound x q ltac:(lia)) as Mx.
  set (k := (x / q)%Z) in *. set (r := (x mod q)%Z) in *. clearbody k r.
  (* The exact quotient is at least 1 / (2 q) away from the middle between integers; the inverse moves it by less. *)
  assert (Hexact : Rabs (IZR (x - h) / IZR q - IZR k) <= 1 / 2 - / 2 * / IZR q).
  { assert (HZ : (2 * Z.abs (r - h) <= q - 1)%Z) by lia.
    apply IZR_le in HZ. rewrite mult_IZR, abs_IZR, !minus_IZR in HZ.
    replace (IZR (x - h) / IZR q - IZR k) with ((IZR r - IZR h) * / IZR q).
    2: { rewrite Dx, minus_IZR, plus_IZR, mult_IZR. field. lra. }
    rewrite Rabs_mult, (Rabs_pos_eq (/ _)) by lra.
    apply Rmult_le_reg_r with (IZR q); [lra|]. rewrite Rmult_assoc, Rinv_l by lra.
    rewrite Rmult_minus_distr_r, Rmult_assoc, Rinv_l by lra. lra. }
  assert (Hmoved : Rabs (IZR (x - h) * i - IZR (x - h) / IZR q) < / 2 * / IZR q).
  { replace (IZR (x - h) * i - IZR (x - h) / IZR q) with (IZR (x - h) * (i - 1 / IZR q)) by (field; lra).
    rewrite Rabs_mult.
    assert (HxR : Rabs (IZR (x - h)) < IZR (Capacity * q)) by (rewrite <- abs_IZR; apply IZR_lt; lia).
    assert (HCR : IZR (Capacity * q) <= IZR (2 ^ 52)) by (apply IZR_le; lia).
    apply Rle_lt_trans with (Rabs (IZR (x - h)) * (/ IZR (2 ^ 53) * (1 / IZR q))).
    - apply Rmult_le_compat_l; [apply Rabs_pos|exact Hclose].
    - unfold Rdiv. rewrite Rmult_1_l, <- Rmult_assoc. apply Rmult_lt_compat_r; [lra|]. powers. lra. }
  assert (Hnear : Rabs (IZR (x - h) * i - IZR k) < 1 / 2).
  { replace (IZR (x - h) * i - IZR k)
      with ((IZR (x - h) * i - IZR (x - h) / IZR q) + (IZR (x - h) / IZR q - IZR k)) by ring.
    eapply Rle_lt_trans; [apply Rabs_triang|]. lra. }
  assert (Hk : (Z.abs k <= 17)%Z).
  { assert (Capacity * q <= 16 * q)%Z by (apply Z.mul_le_mono_nonneg_r; lia).
    assert (-17 < k)%Z by (apply (cancel q); lia). assert (k < 17)%Z by (apply (cancel q); lia). lia. }
  assert (Hsmall : Rabs (IZR (x - h) * i) < IZR (2 ^ 51)).
  { replace (IZR (x - h) * i) with ((IZR (x - h) * i - IZR k) + IZR k) by ring.
    eapply Rle_lt_trans; [apply Rabs_triang|]. rewrite <- (abs_IZR k). apply IZR_le in Hk. powers. lra. }
  destruct (product_rounds_to_integer _ _ Hsmall) as (c & Ec & Hc). rewrite Ec.
  rewrite (nearest_is c k _ Hc Hnear).
  unfold two_52. rewrite <- plus_IZR, exact by lia. rewrite <- mult_IZR, <- minus_IZR, exact by lia.
  f_equal. lia.
Qed.

(** ** Section 10.8: products of words *)

Definition fma_centre_quotient q := rounded_product (IZR rounder) (inverse_of q).
Definition fma_centre q := rnd (fma_centre_quotient q * IZR q).
Definition fma_quotient h q := rnd (rnd (h * inverse_of q + rnd (IZR rounder - fma_centre_quotient q)) - IZR rounder).

(** The centre is the multiple of q nearest to 1.5 2^52, or next to it. *)
Lemma fma_centre_is q : (4 <= q < 2 ^ 50)%Z ->
  exists m, fma_centre_quotient q = IZR m /\ fma_centre q = IZR (m * q) /\ (2 * Z.abs (m * q - rounder) <= q + 1)%Z.
Proof.
  intros Hq. assert (HqR : 4 <= IZR q) by (apply IZR_le; lia).
  assert (Hi : 0 < / IZR q) by (apply Rinv_0_lt_compat; lra).
  assert (Hi4 : / IZR q <= / 4) by (apply Rinv_le_contravar; lra).
  pose proof (inverse_is_close q ltac:(lia)) as Hclose. unfold fma_centre, fma_centre_quotient.
  set (i := inverse_of q) in *. clearbody i. unfold rounder in *.
  assert (Hd : Rabs (IZR 6755399441055744 * i - IZR 6755399441055744 * / IZR q) <= 3 / 4 * / IZR q).
  { replace (IZR 6755399441055744 * i - IZR 6755399441055744 * / IZR q)
      with (IZR 6755399441055744 * (i - 1 / IZR q)) by (field; lra).
    rewrite Rabs_mult, (Rabs_pos_eq (IZR 6755399441055744)) by lra. powers. lra. }
  assert (Hsmall : Rabs (IZR 6755399441055744 * i) < IZR (2 ^ 51)).
  { apply Rabs_le_inv in Hd. apply Rabs_def1; powers; lra. }
  destruct (product_rounds_to_integer _ _ Hsmall) as (m & -> & Hm). exists m.
  assert (HM : (2 * Z.abs (m * q - 6755399441055744) <= q + 1)%Z).
  { assert (HR : 4 * Rabs (IZR (m * q - 6755399441055744)) <= 2 * IZR q + 3).
    { rewrite minus_IZR, mult_IZR.
      replace (IZR m * IZR q - IZR 6755399441055744)
        with (IZR q * ((IZR m - IZR 6755399441055744 * i) +
                       (IZR 6755399441055744 * i - IZR 6755399441055744 * / IZR q))) by (field; lra).
      rewrite Rabs_mult, (Rabs_pos_eq (IZR q)) by lra.
      apply Rle_trans with (4 * (IZR q * (1 / 2 + 3 / 4 * / IZR q))).
      - apply Rmult_le_compat_l; [lra|]. apply Rmult_le_compat_l; [lra|].
        eapply Rle_trans; [apply Rabs_triang|]. lra.
      - right. field. lra. }
    rewrite <- abs_IZR, <- mult_IZR, <- mult_IZR, <- plus_IZR in HR. apply le_IZR in HR. lia. }
  split; [reflexivity|]. split; [|exact HM]. rewrite <- mult_IZR. apply exact. lia.
Qed.

(** The quotient of x y, from its rounded sum with the centre. *)
Theorem fma_element_wise_quotient x y q : (4 <= q < 2 ^ 50)%Z ->
  (Z.abs (x * y) <= 16 * q * q)%Z -> (128 * Z.abs (x * y) <= 129 * 2 ^ 50 * q)%Z ->
  exists c, fma_quotient (rnd (IZR x * IZR y + fma_centre q)) q = IZR c /\ (Z.abs (x * y - c * q) < q)%Z.
Proof.
  intros Hq H16 H129. assert (HqR : 4 <= IZR q <= IZR (2 ^ 50)) by (split; apply IZR_le; lia).
  assert (Hi : 0 < / IZR q) by (apply Rinv_0_lt_compat; lra).
  assert (Hi4 : / IZR q <= / 4) by (apply Rinv_le_contravar; lra).
  destruct (fma_centre_is q Hq) as (m & Em & EM & HM). unfold fma_quotient. rewrite Em, EM.
  pose proof (inverse_is_close q ltac:(lia)) as Hclose. set (i := inverse_of q) in *. clearbody i. clear Em EM.
  assert (Hm0 : (0 <= m <= 2 ^ 51)%Z) by (unfold rounder in HM; nia).
  rewrite <- mult_IZR, <- plus_IZR, <- minus_IZR. rewrite (exact (rounder - m)) by (unfold rounder; lia).
  set (p := (x * y)%Z) in *. clearbody p.
  (* quotients of the product and of the sum *)
  assert (Hpq : Rabs (IZR p * / IZR q) <= 129 / 128 * IZR (2 ^ 50)).
  { rewrite Rabs_mult, (Rabs_pos_eq (/ IZR q)) by lra. apply IZR_le in H129. rewrite !mult_IZR, abs_IZR in H129.
    apply Rmult_le_reg_r with (IZR q); [lra|]. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (Hs : Rabs (IZR (p + m * q)) <= 8 / 5 * IZR (2 ^ 50) * IZR q).
  { rewrite <- abs_IZR.
    assert (HZ : (5 * Z.abs (p + m * q) <= 8 * 2 ^ 50 * q)%Z).
    { unfold rounder in HM. assert (Z.abs (p + m * q) <= Z.abs p + m * q)%Z by lia.
      destruct (Z.le_gt_cases q (2 ^ 26)).
      - assert (16 * q * q <= 16 * 2 ^ 26 * q)%Z by (apply Z.mul_le_mono_nonneg_r; lia). lia.
      - lia. }
    apply IZR_le in HZ. rewrite !mult_IZR in HZ. powers. lra. }
  set (s := (p + m * q)%Z) in *.
  assert (Hh : Rabs (rnd (IZR s) - IZR s) <= / IZR (2 ^ 53) * Rabs (IZR s)).
  { destruct (Z.eq_dec s 0) as [->|Hs0].
    - unfold rnd. rewrite round_0 by apply valid_rnd_N. rewrite Rminus_0_r, Rabs_R0. lra.
    - assert (1 <= Rabs (IZR s)) by (rewrite <- abs_IZR; apply IZR_le; lia). unfold rnd, exponents.
      eapply Rle_trans; [apply relative_error_N_FLT; [reflexivity|]|].
      + apply Rle_trans with (bpow radix2 0); [apply bpow_le; lia|cbn; lra].
      + change (bpow radix2 (- (53) + 1)) with (/ IZR (2 ^ 52)).
        apply Rmult_le_compat_r; [apply Rabs_pos|]. powers. lra. }
  set (h := rnd (IZR s)) in *. clearbody h.
  assert (Hhi : Rabs (h * i - IZR s * / IZR q) <= 9 / 20).
  { replace (h * i - IZR s * / IZR q) with ((h - IZR s) * i + IZR s * (i - 1 / IZR q)) by (field; lra).
    assert (Hib : Rabs i <= / IZR q * (1 + / IZR (2 ^ 53))).
    { replace i with ((i - 1 / IZR q) + / IZR q) by (field; lra). eapply Rle_trans; [apply Rabs_triang|].
      rewrite (Rabs_pos_eq (/ IZR q)) by lra. lra. }
    eapply Rle_trans; [apply Rabs_triang|]. rewrite !Rabs_mult.
    apply Rle_trans with (/ IZR (2 ^ 53) * Rabs (IZR s) * (/ IZR q * (1 + / IZR (2 ^ 53))) +
      Rabs (IZR s) * (/ IZR (2 ^ 53) * (1 / IZR q))).
    - apply Rplus_le_compat; [apply Rmult_le_compat; auto using Rabs_pos|apply Rmult_le_compat_l; auto using Rabs_pos].
    - apply Rle_trans with (8 / 5 * IZR (2 ^ 50) * (/ IZR (2 ^ 53) * (2 + / IZR (2 ^ 53)))).
      + replace (/ IZR (2 ^ 53) * Rabs (IZR s) * (/ IZR q * (1 + / IZR (2 ^ 53))) +
                 Rabs (IZR s) * (/ IZR (2 ^ 53) * (1 / IZR q)))
          with (Rabs (IZR s) * / IZR q * (/ IZR (2 ^ 53) * (2 + / IZR (2 ^ 53)))) by (powers; field; lra).
        apply Rmult_le_compat_r; [powers; lra|]. apply Rmult_le_reg_r with (IZR q); [lra|].
        rewrite Rmult_assoc, Rinv_l by lra. lra.
      + powers. lra. }
  assert (Es : IZR s * / IZR q = IZR p * / IZR q + IZR m) by (unfold s; rewrite plus_IZR, mult_IZR; field; lra).
  rewrite Es in Hhi. clear Es Hh Hs H16 HM. clearbody s.
  assert (Hz : IZR (2 ^ 52) <= h * i + IZR (rounder - m) < IZR (2 ^ 53)).
  { rewrite minus_IZR. unfold rounder. apply Rabs_le_inv in Hhi. apply Rabs_le_inv in Hpq. powers. lra. }
  rewrite (rounded_to_integer _ Hz).
  pose proof (Znearest_half (fun n => negb (Z.even n)) (h * i + IZR (rounder - m))) as Hn. fold ZnearestE in Hn.
  set (n := ZnearestE _) in *. clearbody n. exists (n - rounder)%Z. rewrite minus_IZR in Hn.
  assert (Hd : Rabs (IZR (n - rounder) - IZR p * / IZR q) <= 19 / 20).
  { rewrite minus_IZR.
    replace (IZR n - IZR rounder - IZR p * / IZR q)
      with (- (h * i + (IZR rounder - IZR m) - IZR n) + (h * i - (IZR p * / IZR q + IZR m))) by ring.
    eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra. }
  split.
  - rewrite <- minus_IZR. apply exact. apply le_IZR. rewrite abs_IZR. apply Rabs_le.
    apply Rabs_le_inv in Hd. apply Rabs_le_inv in Hpq. powers. lra.
  - apply lt_IZR. rewrite abs_IZR, minus_IZR, mult_IZR.
    replace (IZR p - IZR (n - rounder) * IZR q)
      with (IZR q * - (IZR (n - rounder) - IZR p * / IZR q)) by (field; lra).
    rewrite Rabs_mult, Rabs_Ropp, (Rabs_pos_eq (IZR q)) by lra.
    apply Rle_lt_trans with (IZR q * (19 / 20)); [apply Rmult_le_compat_l; lra|lra].
Qed.

(** Two doubles in [2^52, 2^53) whose difference is x y - c q. *)
Theorem fma_element_wise_product x y centre c q :
  (Z.abs (x * y + centre) < 2 ^ 102)%Z -> (Z.abs (centre - rounder) <= 2 ^ 49)%Z -> (Z.abs (x * y - c * q) < 2 ^ 50)%Z ->
  let h := rnd (IZR x * IZR y + IZR centre) in
  exists low, rnd (h - IZR x * IZR y) = IZR low /\ rnd (h - IZR c * IZR q) = IZR (low + (x * y - c * q)) /\
    (2 ^ 52 <= low < 2 ^ 53)%Z /\ (2 ^ 52 <= low + (x * y - c * q) < 2 ^ 53)%Z.
Proof.
  intros Hs HM Hr h. unfold h, rounder in *. rewrite <- !mult_IZR, <- plus_IZR.
  destruct (rounded_integer _ Hs) as (s & -> & He). exists (s - x * y)%Z. rewrite <- !minus_IZR.
  split; [apply exact; lia|]. split; [rewrite exact by lia; f_equal; ring|]. split; lia.
Qed.
