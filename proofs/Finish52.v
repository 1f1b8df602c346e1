(** Quotients of limbs with pending carries, words from limbs, and the finish: sections 13.11 to 13.13 of
    docs/bounds/limbs52.md. *)
From Ringlet Require Import Words Constants Limbs52.

(** ** Section 13.12: the digit of limbs with pending carries *)

Definition uncarried_digit b (x : Z * Z * Z) correction :=
  let '(_, x1, x2) := x in
  let digit := add 64 (shift_left 64 x2 (radix52_digit_shift b)) (shift_right_signed (radix52_right_shift b) x1) in
  add 64 digit correction.
Definition rounded_up3 b q x :=
  madd52_high 0 (uncarried_digit b x radix52_raised) (radix52_raised_factor (product_quotient 128 b q)).
Definition rounded_down_uncarried3 b q x := madd52_high 0 (uncarried_digit b x radix52_lowered) (digit_factor b q).

Lemma low52_sum x y : low52 (low52 x + low52 y) = low52 (x + y).
Proof. unfold low52. rewrite <- Z.add_mod; lia. Qed.

(** It differs from floor(x / 2^(b - 20)) by one at most, whatever the carry of the lowest limb. *)
Lemma uncarried_digit_is b q x bound lanes correction offset : radix52_min_bits 3 <= b <= radix52_modulus_bits 3 ->
  2 ^ (b - 1) <= q < 2 ^ b -> bound <= radix52_capacity 3 -> below q bound x -> number3 (2 ^ 62 + 2 ^ 54) x lanes ->
  low52 correction = low52 offset ->
  exists D, low52 (uncarried_digit b lanes correction) = low52 (D + offset) /\
    x / 2 ^ (b - 20) - 1 <= D <= x / 2 ^ (b - 20) + 1 /\ 0 <= x / 2 ^ (b - 20) < 2 ^ 51.
Proof.
  intros Hb Hq HC Hx (v0 & v1 & v2 & -> & H0 & H1 & Ex) Ec.
  destruct (three_limb_weights b q Hb Hq) as (W1 & W2 & W3 & W4 & W5 & _ & _).
  pose proof (floor x (2 ^ (b - 20)) ltac:(lia)) as Ft.
  assert (Ht0 : 0 <= x / 2 ^ (b - 20)) by (apply Z.div_pos; unfold below in Hx; lia).
  destruct (three_limb_rest b q x bound (x / 2 ^ (b - 20)) Hb Hq HC Hx Ht0 ltac:(lia)) as (Ht & _ & _).
  unfold uncarried_digit. rewrite shift_left_lane, shift_right_lane, add_lanes by lia.
  rewrite low52_add, Ec, low52_lane, low52_sum.
  replace (2 ^ radix52_right_shift b) with (2 ^ (b - 72)) by (unfold radix52_right_shift; f_equal; lia).
  replace (2 ^ radix52_digit_shift b) with (radix52_digit_one b) by
    (unfold radix52_digit_shift, radix52_digit_one; ring).
  rewrite W5 in W3.
  pose proof (Z.div_mod x (2 ^ 156) ltac:(lia)) as Dx.
  pose proof (Z.div_mod (v0 + v1 * 2 ^ 52 + v2 * 2 ^ 104) (2 ^ 156) ltac:(lia)) as Dv. rewrite Ex in Dx.
  set (j := x / 2 ^ 156 - (v0 + v1 * 2 ^ 52 + v2 * 2 ^ 104) / 2 ^ 156) in *.
  assert (Ej : x = v0 + v1 * 2 ^ 52 + v2 * 2 ^ 104 + j * 2 ^ 156) by (unfold j; lia). clearbody j. clear Dx Dv Ex.
  exists (v1 / 2 ^ (b - 72) + v2 * radix52_digit_one b + j * 2 ^ 52 * radix52_digit_one b).
  split; [|split; [|exact Ht]].
  - apply (low52_shift _ _ (- (j * radix52_digit_one b))). ring.
  - pose proof (floor v1 (2 ^ (b - 72)) ltac:(lia)) as F1. set (c := v1 / 2 ^ (b - 72)) in *. clearbody c.
    set (one := radix52_digit_one b) in *. clearbody one. rewrite W5 in *.
    set (H := 2 ^ (b - 72)) in *. clearbody H. set (t := x / (2 ^ 52 * H)) in *. clearbody t.
    assert (EH : H * one = 2 ^ 52) by lia.
    assert (E2 : 2 ^ 52 * H * (c + v2 * one + j * 2 ^ 52 * one) = 2 ^ 52 * H * c + v2 * 2 ^ 104 + j * 2 ^ 156).
    { replace (2 ^ 104) with (2 ^ 52 * (H * one)) by lia. replace (2 ^ 156) with (2 ^ 104 * (H * one)) by lia. ring. }
    set (D := c + v2 * one + j * 2 ^ 52 * one) in *. clearbody D.
    assert (A : 2 ^ 52 * H * D <= x + 2 ^ 63) by lia.
    assert (B : x - 2 ^ 63 < 2 ^ 52 * H * (D + 1)) by lia.
    split; [enough (t < D + 2) by lia|enough (D < t + 2) by lia]; apply (cancel (2 ^ 52 * H)); lia.
Qed.

(** The remainder with a quotient that is rounded up lies in [-q, q). *)
Lemma raised_quotient b q x bound D : radix52_min_bits 3 <= b <= radix52_modulus_bits 3 -> 2 ^ (b - 1) <= q < 2 ^ b ->
  bound <= radix52_capacity 3 -> below q bound x -> x / 2 ^ (b - 20) - 1 <= D <= x / 2 ^ (b - 20) + 1 ->
  let Q := (D + 2) * (digit_factor b q + 1) / 2 ^ 52 in 0 <= Q < 2 ^ 52 /\ - q <= x - Q * q < q.
Proof.
  intros Hb Hq HC Hx HD. cbv zeta. destruct (three_limb_weights b q Hb Hq) as (W1 & W2 & _ & _ & _ & W3 & W4).
  pose proof (floor x (2 ^ (b - 20)) ltac:(lia)) as Ft.
  assert (Ht0 : 0 <= x / 2 ^ (b - 20)) by (apply Z.div_pos; unfold below in Hx; lia).
  destruct (three_limb_rest b q x bound (x / 2 ^ (b - 20)) Hb Hq HC Hx Ht0 ltac:(lia)) as (Ht & _ & _).
  set (P := 2 ^ (b - 20)) in *. clearbody P. set (f := digit_factor b q) in *. clearbody f.
  set (t := x / P) in *. clearbody t.
  pose proof (floor ((D + 2) * (f + 1)) (2 ^ 52) ltac:(lia)) as HQ.
  assert (A0 : 0 <= (D + 2) * (f + 1) <= (2 ^ 51 + 2) * (2 ^ 33 + 1)) by
    (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg]; lia).
  set (Q := (D + 2) * (f + 1) / 2 ^ 52) in *. clearbody Q.
  assert (A1 : (D + 2) * (2 ^ 52 * P) <= (D + 2) * ((f + 1) * q)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (A2 : (D + 2) * (f * q) <= (D + 2) * (2 ^ 52 * P)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (A3 : 2 ^ 52 * Q * q <= (D + 2) * (f + 1) * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (A4 : (D + 2) * (f + 1) * q < (2 ^ 52 * Q + 2 ^ 52) * q) by (apply Z.mul_lt_mono_pos_r; lia).
  assert (A5 : (t + 1) * P <= (D + 2) * P <= (t + 3) * P) by (split; apply Z.mul_le_mono_nonneg_r; lia).
  assert (A6 : (D + 2) * q <= (2 ^ 51 + 2) * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  split; [lia|]. split; [|apply (cancel (2 ^ 52)); lia].
  enough (- q - 1 < x - Q * q) by lia. apply (cancel (2 ^ 52)); lia.
Qed.

(** ** reduce_to_factor of three limbs, which adds an offset if x may lie below q *)

Definition add3 (x y : Z * Z * Z) :=
  let '(x0, x1, x2) := x in let '(y0, y1, y2) := y in (add 64 x0 y0, add 64 x1 y1, add 64 x2 y2).
(** The digits of a multiple, which LimbConstants computes limb by limb. *)
Definition multiple3 x factor := digits_of3 (x * factor).
Definition reduce_to_factor3 b q offset least x :=
  let x := if least <? 256 then add3 x (multiple3 q offset) else x in
  carried3 (multiply_add3 x (rounded_down_uncarried3 b q x) (negated3 q)).

Lemma add3_is most x y lanes : fits 156 y -> number3 most x lanes ->
  number3 (most + 2 ^ 52) (x + y) (add3 lanes (digits_of3 y)).
Proof.
  intros Hy (v0 & v1 & v2 & -> & H0 & H1 & Ex). unfold add3, digits_of3.
  pose proof (low52_range y) as R0. pose proof (low52_range (y / 2 ^ 52)) as R1.
  pose proof (low52_range (y / 2 ^ 104)) as R2.
  exists (v0 + low52 y), (v1 + low52 (y / 2 ^ 52)), (v2 + low52 (y / 2 ^ 104)).
  rewrite <- (lane_small (low52 y)) at 1 by lia. rewrite <- (lane_small (low52 (y / 2 ^ 52))) at 1 by lia.
  rewrite <- (lane_small (low52 (y / 2 ^ 104))) at 1 by lia. rewrite !add_lanes.
  split; [reflexivity|split; [lia|split; [lia|]]].
  rewrite <- Z.add_mod_idemp_l, Ex, Z.add_mod_idemp_l by lia. f_equal.
  replace (y / 2 ^ 104) with (y / 2 ^ 52 / 2 ^ 52) in * by (rewrite Z.div_div by lia; reflexivity).
  unfold fits in Hy. unfold low52.
  assert (y / 2 ^ 52 / 2 ^ 52 < 2 ^ 52) by (rewrite Z.div_div by lia; apply Z.div_lt_upper_bound; lia).
  assert (0 <= y / 2 ^ 52 / 2 ^ 52) by (apply Z.div_pos; [apply Z.div_pos|]; lia).
  rewrite (Z.mod_small (y / 2 ^ 52 / 2 ^ 52)) by lia.
  pose proof (Z.div_mod y (2 ^ 52) ltac:(lia)). pose proof (Z.div_mod (y / 2 ^ 52) (2 ^ 52) ltac:(lia)). lia.
Qed.

(** Reduces [least, bound), shifted by the offset; the remainder is carried. *)
Theorem three_limbs_reduced_to_factor b q x offset least bound lanes :
  radix52_min_bits 3 <= b <= radix52_modulus_bits 3 -> 2 ^ (b - 1) <= q < 2 ^ b -> 1 <= offset -> 0 <= least ->
  let moved := bound + (if least <? 256 then offset * 256 else 0) in
  moved <= radix52_capacity 3 -> within q (mk_range least bound) x -> number3 (2 ^ 62) x lanes ->
  exists y, number3 (2 ^ 52) y (reduce_to_factor3 b q offset least lanes) /\ y mod q = x mod q /\
    below q (radix52_digit_rest moved) y.
Proof.
  intros Hb Hq Ho Hl0 moved HC Hx Hl. unfold within in Hx. cbn [low high] in Hx. unfold reduce_to_factor3.
  destruct (three_limb_weights b q Hb Hq) as (W1 & W2 & _ & _ & _ & W3 & W4).
  assert (Hbits : q < 2 ^ 124).
  { apply (Z.lt_le_trans _ (2 ^ b)); [lia|]. unfold radix52_min_bits, radix52_modulus_bits in Hb. cbn in Hb.
    apply Z.pow_le_mono_r; lia. }
  assert (Hcap : moved * q <= 549755813888 * q) by (apply Z.mul_le_mono_nonneg_r; [lia|exact HC]).
  set (moved_lanes := if least <? 256 then _ else _).
  assert (Hm : exists z, number3 (2 ^ 62 + 2 ^ 52) z moved_lanes /\ below q moved z /\ q <= z /\ z mod q = x mod q).
  { assert (0 <= least * q) by (apply Z.mul_nonneg_nonneg; lia). unfold moved_lanes, moved, below in *.
    destruct (Z.ltb_spec least 256).
    - exists (x + q * offset). assert (q * 1 <= q * offset) by (apply Z.mul_le_mono_nonneg_l; lia).
      split; [apply add3_is; [unfold fits; lia|exact Hl]|split; [lia|split; [lia|]]].
      rewrite (Z.mul_comm q). apply Z.mod_add; lia.
    - exists x. assert (256 * q <= least * q) by (apply Z.mul_le_mono_nonneg_r; lia).
      split; [apply (number3_weaker (2 ^ 62)); [lia|exact Hl]|]. repeat split; lia. }
  destruct Hm as (z & Hz & Hzb & Hzq & Ez). clearbody moved_lanes moved. clear Hl Hx.
  assert (Hz' : number3 (2 ^ 62 + 2 ^ 54) z moved_lanes) by (apply (number3_weaker (2 ^ 62 + 2 ^ 52)); [lia|exact Hz]).
  destruct (uncarried_digit_is b q z moved moved_lanes radix52_lowered (-1) Hb Hq HC Hzb Hz' eq_refl)
    as (D & ED & HD & Ht).
  pose proof (floor z (2 ^ (b - 20)) ltac:(lia)) as Ft.
  assert (Ht19 : 2 ^ 19 <= z / 2 ^ (b - 20)).
  { apply Z.lt_succ_r. apply (cancel (2 ^ (b - 20))); lia. }
  assert (HDz : (D - 1) * 2 ^ (b - 20) <= z < (D - 1 + 3) * 2 ^ (b - 20)).
  { set (P := 2 ^ (b - 20)) in *. clearbody P.
    assert ((D - 1) * P <= z / P * P) by (apply Z.mul_le_mono_nonneg_r; lia).
    assert ((z / P + 1) * P <= (D - 1 + 3) * P) by (apply Z.mul_le_mono_nonneg_r; lia). lia. }
  destruct (three_limb_rest b q z moved (D - 1) Hb Hq HC Hzb ltac:(lia) HDz) as (HD1 & HQ & Hr).
  unfold rounded_down_uncarried3, madd52_high. rewrite ED.
  replace (D + -1) with (D - 1) by ring. rewrite (low52_small (D - 1)), (low52_small (digit_factor b q)) by lia.
  rewrite Z.add_0_l. set (Q := (D - 1) * digit_factor b q / 2 ^ 52) in *. rewrite (Z.mod_small Q) by lia.
  pose proof (multiply_add3_is (2 ^ 62 + 2 ^ 52) z moved_lanes Q q Hz) as Hy. rewrite low52_small in Hy by lia.
  assert (HQq : 0 <= Q * q) by (apply Z.mul_nonneg_nonneg; lia).
  assert (Hfit : fits 156 (z - Q * q)) by (unfold fits, below in *; lia).
  destruct (carried3_is (z - Q * q) (multiply_add3 moved_lanes Q (negated3 q)) Hfit) as (w & E & Ew).
  { apply (number3_weaker (2 ^ 62 + 2 ^ 52 + 2 * 2 ^ 52)); [lia|exact Hy]. }
  exists (z - Q * q). rewrite E. split; [apply number3_of_digits; assumption|]. split; [|exact Hr].
  rewrite <- Ez. apply (congruent _ _ _ Q); lia.
Qed.

(** ** Section 13.13: words *)

Definition to_words2 (x : Z * Z) :=
  let (x0, x1) := x in
  let middle := add 64 x1 (limb_carry x0) in
  (add 64 x0 (shift_left 64 x1 52), shift_right_signed 24 (shift_left 64 middle 12)).
Definition to_residue q (x : Z * Z) :=
  let (x0, x1) := x in
  let top := shift_left 64 (add 64 x1 (limb_carry x0)) 12 in
  let word := add 64 x0 (shift_left 64 x1 52) in
  if 2 ^ 63 <=? top then add 64 word q else word.
Definition to_words3 (x : Z * Z * Z) :=
  let '(x0, x1, x2) := x in
  let middle := add 64 x1 (limb_carry x0) in
  (add 64 x0 (shift_left 64 x1 52), add 64 (shift_right_signed 12 middle) (shift_left 64 x2 40)).

Lemma lane_shift a b k : a = b + k * 2 ^ 64 -> lane a = lane b.
Proof. intros ->. apply Z.mod_add. lia. Qed.

(** Both words of x in two's complement, in the range of two limbs. *)
Theorem words_of_two_limbs x lanes : - 2 ^ 103 <= x < 2 ^ 103 -> number2 (2 ^ 63) x lanes ->
  to_words2 lanes = (lane x, lane (x / 2 ^ 64)).
Proof.
  intros Hx (v0 & v1 & -> & H0 & Ex). unfold to_words2, limb_carry.
  rewrite shift_right_lane, !shift_left_lane, !add_lanes by lia. rewrite shift_left_lane.
  pose proof (Z.div_mod x (2 ^ 104) ltac:(lia)) as Dx.
  pose proof (Z.div_mod (v0 + v1 * 2 ^ 52) (2 ^ 104) ltac:(lia)) as Dv. rewrite Ex in Dx.
  set (j := x / 2 ^ 104 - (v0 + v1 * 2 ^ 52) / 2 ^ 104) in *.
  assert (Ej : x = v0 + (v1 + j * 2 ^ 52) * 2 ^ 52) by (unfold j; lia). clearbody j. clear Dx Dv Ex.
  f_equal.
  - apply (lane_shift _ _ (- j * 2 ^ 40)). lia.
  - assert (Em : x / 2 ^ 52 = v0 / 2 ^ 52 + v1 + j * 2 ^ 52) by (rewrite Ej, Z.div_add by lia; ring).
    pose proof (floor x (2 ^ 52) ltac:(lia)) as Fx.
    replace (x / 2 ^ 64) with (x / 2 ^ 52 / 2 ^ 12) by (rewrite Z.div_div by lia; reflexivity).
    set (m := x / 2 ^ 52) in *. clearbody m.
    rewrite (lane_shift _ (m * 2 ^ 12) (- j)) by lia. rewrite shift_right_lane by lia.
    replace (2 ^ 24) with (2 ^ 12 * 2 ^ 12) by reflexivity. rewrite <- Z.div_div, Z.div_mul by lia. reflexivity.
Qed.

(** A word below q, for arrays of 64-bit words. *)
Theorem residue_of_two_limbs q x lanes : 0 < q < 2 ^ 64 -> - q <= x < q -> number2 (2 ^ 63) x lanes ->
  to_residue q lanes = x mod q.
Proof.
  intros Hq Hx Hl. pose proof (words_of_two_limbs x lanes ltac:(lia) Hl) as E. destruct lanes as [x0 x1].
  unfold to_words2 in E. assert (E0 := f_equal fst E). assert (E1 := f_equal snd E). clear E.
  cbv beta iota zeta delta [fst snd] in E0, E1. unfold to_residue. rewrite E0.
  set (top := shift_left 64 (add 64 x1 (limb_carry x0)) 12) in *.
  assert (Ht : 0 <= top < 2 ^ 64) by (apply Z.mod_pos_bound; lia). clearbody top.
  assert (S : 2 ^ 63 <= top <-> x < 0).
  { unfold shift_right_signed, signed, negative in E1. change (2 ^ (64 - 1)) with (2 ^ 63) in E1. unfold lane in E1.
    assert (Ex : x / 2 ^ 64 = if x <? 0 then -1 else 0).
    { destruct (Z.ltb_spec x 0); [symmetry; apply (Z.div_unique _ _ _ (x + 2 ^ 64)); lia | apply Z.div_small; lia]. }
    rewrite Ex in E1.
    destruct (Z.ltb_spec x 0); destruct (Z.leb_spec (2 ^ 63) top); try lia.
    - exfalso. pose proof (floor top (2 ^ 24) ltac:(lia)). rewrite Z.mod_small in E1 by lia.
      change (-1 mod 2 ^ 64) with (2 ^ 64 - 1) in E1. lia.
    - exfalso. pose proof (floor (top - 2 ^ 64) (2 ^ 24) ltac:(lia)).
      rewrite <- (Z.mod_add _ 1) in E1 by lia. rewrite Z.mod_small in E1 by lia. change (0 mod 2 ^ 64) with 0 in E1. lia. }
  unfold add, lane. destruct (Z.leb_spec (2 ^ 63) top).
  - rewrite Zplus_mod_idemp_l, (Z.mod_small (x + q)) by lia. apply (Z.mod_unique _ _ (-1)); lia.
  - rewrite Z.mod_small by lia. symmetry. apply Z.mod_small. lia.
Qed.

(** Three limbs need no range: 2^156 is a multiple of 2^128. *)
Theorem words_of_three_limbs x lanes : number3 (2 ^ 62 + 2 ^ 54) x lanes ->
  to_words3 lanes = (lane x, lane (x / 2 ^ 64)).
Proof.
  intros (v0 & v1 & v2 & -> & H0 & H1 & Ex). unfold to_words3, limb_carry.
  pose proof (floor v0 (2 ^ 52) ltac:(lia)) as F0.
  rewrite shift_right_lane, !shift_left_lane, !add_lanes by lia. rewrite shift_right_lane, add_lanes by lia.
  pose proof (Z.div_mod x (2 ^ 156) ltac:(lia)) as Dx.
  pose proof (Z.div_mod (v0 + v1 * 2 ^ 52 + v2 * 2 ^ 104) (2 ^ 156) ltac:(lia)) as Dv. rewrite Ex in Dx.
  set (j := x / 2 ^ 156 - (v0 + v1 * 2 ^ 52 + v2 * 2 ^ 104) / 2 ^ 156) in *.
  assert (Ej : x = v0 + (v1 + v2 * 2 ^ 52 + j * 2 ^ 104) * 2 ^ 52) by (unfold j; lia). clearbody j. clear Dx Dv Ex.
  f_equal.
  - apply (lane_shift _ _ (- (v2 * 2 ^ 40 + j * 2 ^ 92))). lia.
  - replace (x / 2 ^ 64) with (x / 2 ^ 52 / 2 ^ 12) by (rewrite Z.div_div by lia; reflexivity).
    rewrite Ej, Z.div_add by lia.
    replace (v0 / 2 ^ 52 + (v1 + v2 * 2 ^ 52 + j * 2 ^ 104)) with
      (v1 + v0 / 2 ^ 52 + (v2 * 2 ^ 40 + j * 2 ^ 92) * 2 ^ 12) by ring.
    rewrite Z.div_add by lia. apply (lane_shift _ _ (- (j * 2 ^ 28))). ring.
Qed.

(** ** The finish *)

Definition add_where_negative (x y : Z * Z) :=
  let (x_low, x_high) := x in let (y_low, y_high) := y in
  let is_negative := negative 64 x_high in
  let low := if is_negative then add 64 x_low y_low else x_low in
  let high := if is_negative then add 64 x_high y_high else x_high in
  (low, if low <? x_low then sub 64 high (2 ^ 64 - 1) else high).
(** The words of a number below 2^128. *)
Definition both_words x := (lane x, x / 2 ^ 64).

Lemma added_where_negative x q : 0 < q < 2 ^ 127 -> - q <= x < q ->
  add_where_negative (lane x, lane (x / 2 ^ 64)) (both_words q) = both_words (x mod q).
Proof.
  intros Hq Hx. unfold add_where_negative, both_words, negative, lane, add, sub. change (2 ^ (64 - 1)) with (2 ^ 63).
  pose proof (Z.div_mod x (2 ^ 64) ltac:(lia)) as Dx. pose proof (Z.mod_pos_bound x (2 ^ 64) ltac:(lia)) as Mx.
  pose proof (Z.div_mod q (2 ^ 64) ltac:(lia)) as Dq. pose proof (Z.mod_pos_bound q (2 ^ 64) ltac:(lia)) as Mq.
  set (xl := x mod 2 ^ 64) in *. set (xh := x / 2 ^ 64) in *. set (ql := q mod 2 ^ 64) in *.
  set (qh := q / 2 ^ 64) in *.
  assert (Hxh : - 2 ^ 63 <= xh < 2 ^ 63) by lia. assert (Hqh : 0 <= qh < 2 ^ 63) by lia.
  destruct (Z.ltb_spec x 0) as [Hs|Hs].
  - assert (Em : x mod q = x + q) by (symmetry; apply (Z.mod_unique _ _ (-1)); lia).
    assert (Eh : xh mod 2 ^ 64 = xh + 2 ^ 64) by (symmetry; apply (Z.mod_unique _ _ (-1)); lia).
    rewrite Em, Eh. destruct (Z.leb_spec (2 ^ 63) (xh + 2 ^ 64)); [|lia].
    clearbody xl xh ql qh.
    destruct (Z.ltb_spec (xl + ql) (2 ^ 64)) as [Hc|Hc].
    + rewrite (Z.mod_small (xl + ql)) by lia. destruct (Z.ltb_spec (xl + ql) xl); [lia|]. f_equal.
      * apply (Z.mod_unique_pos _ _ (xh + qh)); lia.
      * transitivity (xh + qh); [|apply (Z.div_unique_pos _ _ _ (xl + ql)); lia].
        symmetry. apply (Z.mod_unique_pos _ _ 1); lia.
    + assert (El : (xl + ql) mod 2 ^ 64 = xl + ql - 2 ^ 64) by (symmetry; apply (Z.mod_unique_pos _ _ 1); lia).
      rewrite El. destruct (Z.ltb_spec (xl + ql - 2 ^ 64) xl); [|lia]. f_equal.
      * apply (Z.mod_unique_pos _ _ (xh + qh + 1)); lia.
      * transitivity (xh + qh + 1); [|apply (Z.div_unique_pos _ _ _ (xl + ql - 2 ^ 64)); lia].
        rewrite Zminus_mod_idemp_l. symmetry. apply (Z.mod_unique _ _ 0); lia.
  - rewrite (Z.mod_small x q) by lia. fold xl xh. rewrite (Z.mod_small xh) by lia.
    destruct (Z.leb_spec (2 ^ 63) xh); [lia|]. rewrite Z.ltb_irrefl. reflexivity.
Qed.

Definition rounded_up2 q x := madd52_high 1 (snd (digits2 x)) (top_factor q).
Definition finish2 q x :=
  add_where_negative (to_words2 (multiply_add2 x (rounded_up2 q x) (negated2 q))) (both_words q).
Definition finish3 b q x :=
  add_where_negative (to_words3 (multiply_add3 x (rounded_up3 b q x) (negated3 q))) (both_words q).

Theorem two_limbs_finished q x lanes : 2 ^ (radix52_min_bits 2 - 1) <= q < 2 ^ radix52_modulus_bits 2 ->
  below q radix52_top_finished x -> number2 (2 ^ 62) x lanes -> finish2 q lanes = both_words (x mod q).
Proof.
  intros Hq Hx Hl.
  destruct (two_limb_quotient q x radix52_top_finished Hq ltac:(discriminate) Hx) as (Hf & Ht & HQ & _ & Hr).
  specialize (Hr ltac:(lia)). unfold radix52_min_bits, radix52_modulus_bits in Hq. cbn [Z.eqb Pos.eqb] in Hq.
  assert (Hfit : fits 104 x) by (unfold fits; pose proof (floor x (2 ^ 52) ltac:(lia)); lia).
  assert (Hl' : number2 (2 ^ 63) x lanes) by (apply (number2_weaker (2 ^ 62)); [lia|exact Hl]).
  destruct (carried2_is x lanes Hfit Hl') as (v1 & E & E1).
  unfold finish2, rounded_up2. unfold carried2 in E. destruct (digits2 lanes) as [d0 d1]. injection E as _ ->.
  cbn [snd]. unfold madd52_high. rewrite low52_lane. unfold low52 at 1. rewrite E1, (low52_small _ Hf).
  set (Q := x / 2 ^ 52 * top_factor q / 2 ^ 52) in *. rewrite (Z.mod_small (1 + Q)) by lia.
  pose proof (multiply_add2_is _ x lanes (1 + Q) q Hl) as Hy. rewrite low52_small in Hy by lia.
  rewrite (words_of_two_limbs (x - (1 + Q) * q)).
  - rewrite added_where_negative by lia. f_equal. apply (congruent _ _ _ (1 + Q)); lia.
  - lia.
  - apply (number2_weaker (2 ^ 62 + 2 ^ 52)); [lia|exact Hy].
Qed.

Theorem three_limbs_finished b q x lanes : radix52_min_bits 3 <= b <= radix52_modulus_bits 3 ->
  2 ^ (b - 1) <= q < 2 ^ b -> below q (radix52_capacity 3) x -> number3 (2 ^ 62) x lanes ->
  finish3 b q lanes = both_words (x mod q).
Proof.
  intros Hb Hq Hx Hl. destruct (three_limb_weights b q Hb Hq) as (W1 & W2 & _ & _ & _ & W3 & W4).
  assert (Hbits : q < 2 ^ 124).
  { apply (Z.lt_le_trans _ (2 ^ b)); [lia|]. unfold radix52_min_bits, radix52_modulus_bits in Hb. cbn in Hb.
    apply Z.pow_le_mono_r; lia. }
  assert (Hl' : number3 (2 ^ 62 + 2 ^ 54) x lanes) by (apply (number3_weaker (2 ^ 62)); [lia|exact Hl]).
  destruct (uncarried_digit_is b q x (radix52_capacity 3) lanes radix52_raised 2 Hb Hq ltac:(lia) Hx Hl' eq_refl)
    as (D & ED & HD & Ht).
  destruct (raised_quotient b q x (radix52_capacity 3) D Hb Hq ltac:(lia) Hx HD) as (HQ & Hr).
  unfold finish3, rounded_up3, madd52_high. rewrite ED. rewrite (low52_small (D + 2)) by lia.
  replace (radix52_raised_factor (product_quotient 128 b q)) with (digit_factor b q + 1) by reflexivity.
  rewrite (low52_small (digit_factor b q + 1)), Z.add_0_l by lia.
  set (Q := (D + 2) * (digit_factor b q + 1) / 2 ^ 52) in *. rewrite (Z.mod_small Q) by lia.
  pose proof (multiply_add3_is _ x lanes Q q Hl) as Hy. rewrite low52_small in Hy by lia.
  rewrite (words_of_three_limbs (x - Q * q)).
  - rewrite added_where_negative by lia. f_equal. apply (congruent _ _ _ Q); lia.
  - apply (number3_weaker (2 ^ 62 + 2 * 2 ^ 52)); [lia|exact Hy].
Qed.
