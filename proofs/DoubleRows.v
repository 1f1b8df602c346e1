(** The schedule of rows of 64-bit limbs, whose products lie in (-2 q, 2 q): sections 15.2 and 15.3 of docs/bounds.md.
*)
From Ringlet Require Import Words Constants Butterflies.

(** That of Shoup, 16. *)
Definition row_capacity := 16 * 256.
Definition row_reduced := shoup_reduced_bound 16.
Definition row_accepts := double_row_ct_accepts row_capacity.
Definition row_prepared x (lift : Z) := double_row_prepared row_reduced x.

Lemma row_reduced_half b : b <= row_capacity -> row_reduced b <= 8 * 256.
Proof.
  unfold row_reduced, shoup_reduced_bound, row_capacity. intros Hb. change (16 * 256 / 2) with 2048.
  destruct (Z.leb_spec b 2048); [lia|]. destruct (Z.ltb_spec 2048 (b - 2048)); lia.
Qed.

(** The butterfly, of a product modulo 2^128 of either sign: right modulo 2^128, and in range without a wrap. *)
Theorem double_row_butterfly q r x T : 0 < q -> 16 * q <= 2 ^ 128 -> within q r x -> row_accepts r = true ->
  - (double_row_growth * q) < T < double_row_growth * q ->
  add 128 x (T mod 2 ^ 128) = x + T /\ sub 128 x (T mod 2 ^ 128) = x - T /\
  within q (double_row_ct_result r) (x + T) /\ within q (double_row_ct_result r) (x - T).
Proof.
  unfold within, row_accepts, double_row_ct_accepts, row_capacity, double_row_growth, double_row_ct_result.
  cbn [low high]. intros Hq Hfit Hx Hacc HT. destruct (Z.leb_spec 512 (low r)); [|discriminate].
  apply Z.leb_le in Hacc.
  assert (512 * q <= low r * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert ((high r + 512) * q <= 4096 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  unfold add, sub. rewrite Zplus_mod_idemp_r, Zminus_mod_idemp_r. rewrite !Z.mod_small; lia.
Qed.

(** What is not accepted is reduced, where it may pass half the capacity, and lifted. *)
Definition row_prepare q bound x :=
  add 128 (if 8 * 256 <? bound then subtract_once 128 x (shoup_half_capacity_q 16 q) else x) (double_row_lift * q).

Theorem double_row_preparation q bound r x : 0 < q -> 16 * q <= 2 ^ 128 -> within q r x -> 0 <= low r ->
  high r = bound -> bound <= row_capacity ->
  within q (row_prepared r 0) (row_prepare q bound x) /\ row_prepare q bound x mod q = x mod q.
Proof.
  unfold within, row_capacity, row_prepared, double_row_prepared, row_prepare, double_row_lift, shoup_half_capacity_q,
    row_reduced, shoup_reduced_bound. cbn [low high]. intros Hq Hfit Hx Hl Hb Hc. rewrite Hb in *.
  change (16 / 2) with 8. change (16 * 256 / 2) with 2048. change (8 * 256) with 2048.
  assert (0 <= low r * q) by (apply Z.mul_nonneg_nonneg; lia).
  assert (bound * q <= 4096 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  destruct (Z.ltb_spec 2048 bound); destruct (Z.leb_spec bound 2048); try lia.
  - rewrite subtraction_by_minimum by (unfold fits; lia). unfold add.
    destruct (Z.ltb_spec x (8 * q)); rewrite Z.mod_small by (destruct (Z.ltb_spec 2048 (bound - 2048)); lia);
      (split; [destruct (Z.ltb_spec 2048 (bound - 2048)); lia|]).
    + apply (congruent _ _ _ (-4)); lia.
    + apply (congruent _ _ _ 4); lia.
  - assert (bound * q <= 2048 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
    unfold add. rewrite Z.mod_small by lia. split; [lia|]. apply (congruent _ _ _ (-4)); lia.
Qed.

(** Every stage, whatever was before it within the capacity: the butterfly accepts its operand, and leaves what is
    within the capacity. *)
Theorem double_row_stage before remaining final : 0 <= low before -> high before <= row_capacity ->
  let x := operand row_accepts row_prepared shoup_max_lift before remaining final in
  let after := after_stage row_accepts double_row_ct_result row_prepared shoup_max_lift before remaining final in
  row_accepts x = true /\ after = double_row_ct_result x /\ 0 <= low after /\ high after <= row_capacity.
Proof.
  intros Hl Hh. cbv zeta. unfold operand, after_stage, forward_after_stage, forward_prepares.
  pose proof (row_reduced_half (high before) Hh) as Hr. unfold row_capacity in *.
  unfold row_accepts, row_prepared, double_row_ct_accepts, double_row_prepared, double_row_ct_result, row_capacity.
  destruct (Z.leb_spec 512 (low before)); [destruct (Z.leb_spec (high before + 512) (16 * 256))|];
    unfold shoup_max_lift; destruct (remaining =? 1); cbn [Z.ltb Z.compare low high]; change (512 <=? 1024) with true;
    rewrite ?Z.leb_le; repeat split; try lia;
    destruct (Z.leb_spec 512 (low before)); rewrite ?Z.leb_le; lia.
Qed.

(** A preparation serves two stages. *)
Theorem double_row_lift_serves_two before : high before <= row_capacity ->
  let x := row_prepared before 0 in row_accepts x = true /\ row_accepts (double_row_ct_result x) = true.
Proof.
  intros Hh. pose proof (row_reduced_half (high before) Hh) as Hr. unfold row_capacity in *. cbv zeta.
  unfold row_accepts, row_prepared, double_row_ct_accepts, double_row_prepared, double_row_ct_result, row_capacity.
  cbn [low high]. change (512 <=? 1024) with true. change (512 <=? 1024 - 512) with true. cbv iota.
  rewrite !Z.leb_le. lia.
Qed.

(** Section 15.3: products are lifted above zero, and keep the invariant of section 6. *)
Theorem double_row_inverse q T : 0 < q -> 16 * q <= 2 ^ 128 ->
  - (double_row_growth * q) < T < double_row_growth * q ->
  (let r := add 128 (T mod 2 ^ 128) (double_row_growth * q) in
   r = T + double_row_growth * q /\ below q double_row_product_bound r) /\
  keeps_invariant (fun _ => double_row_product_bound) row_reduced 16 /\
  high (forward_product_range (fun _ => double_row_product_bound) row_capacity) <= row_capacity.
Proof.
  unfold double_row_growth, double_row_product_bound, below. intros Hq Hfit HT. split; [|split].
  - cbv zeta. unfold add. rewrite Zplus_mod_idemp_l, Z.mod_small by lia. lia.
  - apply (invariant_by_limit _ _ 8); [lia|lia|]. intros s Hs. apply row_reduced_half. exact Hs.
  - unfold forward_product_range, row_capacity. cbn. lia.
Qed.
