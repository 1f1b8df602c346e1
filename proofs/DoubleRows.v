(** The schedule of rows of 64-bit limbs, whose products lie in (-2 q, 2 q): sections 15.2 and 15.3 of
    docs/bounds/word128.md. *)
From Ringlet Require Import Words Constants Butterflies.

(** The capacity of Shoup, 16. *)
Definition row_capacity := 16 * 256.
Definition row_reduced := shoup_reduced_bound 16.
Definition row_accepts := double_row_ct_accepts row_capacity.
Definition row_prepared x (lift : Z) := double_row_prepared row_reduced x.

Lemma row_reduced_half b : b <= row_capacity -> row_reduced b <= 8 * 256.
Proof.
  unfold row_reduced, shoup_reduced_bound, row_capacity. intros Hb. change (16 * 256 / 2) with 2048.
  destruct (Z.leb_spec b 2048); [lia|]. destruct (Z.ltb_spec 2048 (b - 2048)); lia.
Qed.

(** The butterfly for a product modulo 2^128 of either sign: right modulo 2^128, and in range without a wrap. *)
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

(** An operand that is not accepted is reduced, if it may exceed half the capacity, and lifted. *)
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

(** In every stage, for any range before it within the capacity, the butterfly accepts its operand, and its results are
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

(** ** Section 15.1: contents of tables

    A quotient that is 2^64 is stored as 0, with w - q for w: the row is the same. *)
Theorem double_row_encoded q w x : 2 <= q < 2 ^ double_row_modulus_bits -> 0 <= w < q -> fits 64 x ->
  let quotient := w * 2 ^ 128 / q / 2 ^ 64 in
  let raised := double_row_raised quotient mod 2 ^ 64 in let limbs := double_row_limbs raised w q in
  row_capacity * q <= 256 * 2 ^ 128 /\ double_row_next w quotient q = (w * 2 ^ 64) mod q /\
  x * limbs - x * raised / 2 ^ 64 * q = x * w - x * (w * 2 ^ 64 / q + 1) / 2 ^ 64 * q.
Proof.
  unfold double_row_modulus_bits, row_capacity, fits, double_row_raised, double_row_next, double_row_limbs.
  intros Hq Hw Hx. cbv zeta.
  replace (w * 2 ^ 128 / q / 2 ^ 64) with (w * 2 ^ 64 / q).
  2: { rewrite Z.div_div by lia. replace (w * 2 ^ 128) with (w * 2 ^ 64 * 2 ^ 64) by ring.
       symmetry. apply Z.div_mul_cancel_r; lia. }
  split; [lia|]. split; [pose proof (Z.div_mod (w * 2 ^ 64) q); lia|].
  floor_of (w * 2 ^ 64) by q as s Hs.
  assert (Hs64 : 0 <= s <= 2 ^ 64 - 1).
  { split; apply Z.lt_succ_r, (cancel q); lia. }
  destruct (Z.eq_dec s (2 ^ 64 - 1)) as [->|E].
  - replace (2 ^ 64 - 1 + 1) with (2 ^ 64) by ring. rewrite Z_mod_same_full. change (0 =? 0) with true. cbv iota.
    rewrite Z.mul_0_r, Z.div_0_l, Z.div_mul by lia. ring.
  - rewrite Z.mod_small by lia. destruct (Z.eqb_spec (s + 1) 0); [lia|reflexivity].
Qed.

(** The product in the code, from the limbs x_i, stored quotients r_i and rows l_i modulo 2^128. The quotient is one
    limb and a carry. *)
Definition double_row_on_limbs x0 x1 r0 r1 l0 l1 q :=
  let sum := mul_high 64 x0 r0 + mul_high 64 x1 r1 in let Q := sum mod 2 ^ 64 in let carry := 2 ^ 64 <=? sum in
  let product := (x0 * (l0 mod 2 ^ 64) + x1 * (l1 mod 2 ^ 64) - Q * (q mod 2 ^ 64)) mod 2 ^ 128 in
  let upper := sub 64 (add 64 (mul_low 64 x0 (l0 / 2 ^ 64)) (mul_low 64 x1 (l1 / 2 ^ 64))) (mul_low 64 Q (q / 2 ^ 64)) in
  let high := add 64 (product / 2 ^ 64) upper in
  product mod 2 ^ 64 + 2 ^ 64 * (if carry then sub 64 high (q mod 2 ^ 64) else high).

Lemma mod_by_limbs x low high n k : x = low + 2 ^ 64 * (high + n * 2 ^ 64) + k * 2 ^ 128 -> 0 <= low < 2 ^ 64 ->
  low + 2 ^ 64 * (high mod 2 ^ 64) = x mod 2 ^ 128.
Proof.
  intros E Hl. pose proof (Z.div_mod high (2 ^ 64) ltac:(lia)). pose proof (Z.mod_pos_bound high (2 ^ 64) ltac:(lia)).
  apply (Z.mod_unique _ _ (high / 2 ^ 64 + n + k)); lia.
Qed.

Theorem double_row_product_on_limbs x0 x1 r0 r1 l0 l1 q :
  fits 64 x0 -> fits 64 x1 -> fits 64 r0 -> fits 64 r1 ->
  mul_high 64 x0 r0 + mul_high 64 x1 r1 < 2 ^ 64 + 2 ^ 64 /\
  double_row_on_limbs x0 x1 r0 r1 l0 l1 q =
    (x0 * l0 + x1 * l1 - (mul_high 64 x0 r0 + mul_high 64 x1 r1) * q) mod 2 ^ 128.
Proof.
  intros Hx0 Hx1 Hr0 Hr1. unfold double_row_on_limbs.
  assert (Hh : forall x r, fits 64 x -> fits 64 r -> 0 <= mul_high 64 x r < 2 ^ 64).
  { intros x r [Hx Hx'] [Hr Hr']. unfold mul_high. assert (x * r <= (2 ^ 64 - 1) * (2 ^ 64 - 1))
      by (apply Z.mul_le_mono_nonneg; lia). assert (0 <= x * r) by (apply Z.mul_nonneg_nonneg; lia).
    split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; lia]. }
  pose proof (Hh x0 r0 Hx0 Hr0) as H0. pose proof (Hh x1 r1 Hx1 Hr1) as H1.
  set (s := mul_high 64 x0 r0 + mul_high 64 x1 r1) in *.
  assert (Hs : 0 <= s < 2 ^ 64 + 2 ^ 64) by lia. clearbody s. clear H0 H1 Hh. split; [lia|].
  assert (HQ : exists c, s = s mod 2 ^ 64 + c * 2 ^ 64 /\ c = if 2 ^ 64 <=? s then 1 else 0).
  { destruct (Z.leb_spec (2 ^ 64) s); [exists 1|exists 0]; (split; [|reflexivity]).
    - rewrite <- (Z.mod_unique s (2 ^ 64) 1 (s - 2 ^ 64)); lia.
    - rewrite Z.mod_small; lia. }
  destruct HQ as (c & Es & Ec). set (Q := s mod 2 ^ 64) in *. clearbody Q.
  pose proof (Z.div_mod l0 (2 ^ 64) ltac:(lia)) as D0. pose proof (Z.div_mod l1 (2 ^ 64) ltac:(lia)) as D1.
  pose proof (Z.div_mod q (2 ^ 64) ltac:(lia)) as Dq.
  set (l0h := l0 / 2 ^ 64) in *. set (l0l := l0 mod 2 ^ 64) in *. set (l1h := l1 / 2 ^ 64) in *.
  set (l1l := l1 mod 2 ^ 64) in *. set (qh := q / 2 ^ 64) in *. set (ql := q mod 2 ^ 64) in *.
  clearbody l0h l0l l1h l1l qh ql.
  set (A := x0 * l0l + x1 * l1l - Q * ql). pose proof (Z.div_mod A (2 ^ 128) ltac:(lia)) as DA.
  set (p := A mod 2 ^ 128) in *. set (k := A / 2 ^ 128) in *.
  pose proof (Z.div_mod p (2 ^ 64) ltac:(lia)) as Dp. pose proof (Z.mod_pos_bound p (2 ^ 64) ltac:(lia)) as Mp.
  set (pl := p mod 2 ^ 64) in *. set (ph := p / 2 ^ 64) in *.
  assert (Eu : sub 64 (add 64 (mul_low 64 x0 l0h) (mul_low 64 x1 l1h)) (mul_low 64 Q qh) =
    (x0 * l0h + x1 * l1h - Q * qh) mod 2 ^ 64).
  { unfold sub, add, mul_low. rewrite <- Z.add_mod, <- Zminus_mod by lia. reflexivity. }
  rewrite Eu. unfold add. rewrite Zplus_mod_idemp_r.
  set (B := x0 * l0h + x1 * l1h - Q * qh). set (H := ph + B).
  assert (E : x0 * l0 + x1 * l1 - s * q = A + 2 ^ 64 * B - c * 2 ^ 64 * q)
    by (unfold A, B; rewrite D0, D1, Es, Dq; ring).
  assert (Hfinal : x0 * l0 + x1 * l1 - s * q = pl + 2 ^ 64 * ((H - c * ql) + 0 * 2 ^ 64) + (k - c * qh) * 2 ^ 128).
  { rewrite E. unfold H. rewrite Dq at 1. replace A with (2 ^ 64 * ph + pl + 2 ^ 128 * k) by lia. ring. }
  replace (if 2 ^ 64 <=? s then sub 64 (H mod 2 ^ 64) ql else H mod 2 ^ 64) with ((H - c * ql) mod 2 ^ 64).
  - apply (mod_by_limbs _ pl (H - c * ql) 0 (k - c * qh)); [exact Hfinal|exact Mp].
  - rewrite Ec. destruct (2 ^ 64 <=? s).
    + unfold sub. rewrite Zminus_mod_idemp_l. f_equal. ring.
    + f_equal. ring.
Qed.
