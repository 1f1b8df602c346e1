(** Numbers in two or three limbs of 52 bits as lanes hold them, and their reduction by the quotient of a digit: section
    13.11 of docs/bounds/limbs52.md. *)
From Ringlet Require Import Words Constants.

(** ** Lanes of 64 bits as signed numbers (src/isa/limb52.hpp) *)

Definition lane v := v mod 2 ^ 64.
Definition signed x := if negative 64 x then x - 2 ^ 64 else x.
Definition shift_right_signed count x := lane (signed x / 2 ^ count).
Definition limb_carry x := shift_right_signed 52 x.

Lemma lane_small v : 0 <= v < 2 ^ 64 -> lane v = v.
Proof. apply Z.mod_small. Qed.

Lemma signed_lane v : - 2 ^ 63 <= v < 2 ^ 63 -> signed (lane v) = v.
Proof.
  intros Hv. unfold signed, negative, lane. change (2 ^ (64 - 1)) with (2 ^ 63).
  pose proof (Z.mod_pos_bound v (2 ^ 64) ltac:(lia)) as Hm. pose proof (Z.div_mod v (2 ^ 64) ltac:(lia)) as Hd.
  set (m := v mod 2 ^ 64) in *. set (d := v / 2 ^ 64) in *. clearbody m d.
  destruct (Z.leb_spec (2 ^ 63) m); lia.
Qed.

Lemma low52_lane v : low52 (lane v) = low52 v.
Proof. apply low52_of_lane. Qed.

Lemma add_lanes a b : add 64 (lane a) (lane b) = lane (a + b).
Proof. unfold add, lane. rewrite <- Z.add_mod by lia. reflexivity. Qed.

Lemma shift_right_lane count v : - 2 ^ 63 <= v < 2 ^ 63 -> shift_right_signed count (lane v) = lane (v / 2 ^ count).
Proof. intros Hv. unfold shift_right_signed. rewrite signed_lane by exact Hv. reflexivity. Qed.

Lemma shift_left_lane v count : shift_left 64 (lane v) count = lane (v * 2 ^ count).
Proof. unfold shift_left, lane. rewrite Z.mul_mod_idemp_l by lia. reflexivity. Qed.

Lemma madd_low_lane s x y : madd52_low (lane s) x y = lane (s + low52 x * low52 y mod 2 ^ 52).
Proof. unfold madd52_low, lane. rewrite Z.add_mod_idemp_l by lia. reflexivity. Qed.

Lemma madd_high_lane s x y : madd52_high (lane s) x y = lane (s + low52 x * low52 y / 2 ^ 52).
Proof. unfold madd52_high, lane. rewrite Z.add_mod_idemp_l by lia. reflexivity. Qed.

(** ** Two limbs *)

(** Lanes that hold x modulo 2^104; the signed number in the lower lane is below [most] in magnitude. The top lane
    counts only modulo 2^52. *)
Definition number2 most x lanes :=
  exists v0 v1, lanes = (lane v0, lane v1) /\ - most < v0 < most /\
    x mod 2 ^ 104 = (v0 + v1 * 2 ^ 52) mod 2 ^ 104.

Definition digits2 (x : Z * Z) := let (x0, x1) := x in (x0, add 64 x1 (limb_carry x0)).
Definition carried2 x := let (x0, x1) := digits2 x in (low52 x0, x1).
Definition digits_of2 x := (low52 x, low52 (x / 2 ^ 52)).
Definition negated2 x := digits_of2 (- x).
Definition multiply_add2 (sum : Z * Z) x (y : Z * Z) :=
  let (s0, s1) := sum in let (y0, y1) := y in
  (madd52_low s0 x y0, madd52_low (madd52_high s1 x y0) x y1).

(** ** Three limbs *)

Definition number3 most x lanes :=
  exists v0 v1 v2, lanes = (lane v0, lane v1, lane v2) /\ - most < v0 < most /\ - most < v1 < most /\
    x mod 2 ^ 156 = (v0 + v1 * 2 ^ 52 + v2 * 2 ^ 104) mod 2 ^ 156.

Definition digits3 (x : Z * Z * Z) :=
  let '(x0, x1, x2) := x in
  let x1 := add 64 x1 (limb_carry x0) in
  (x0, x1, add 64 x2 (limb_carry x1)).
Definition carried3 x := let '(x0, x1, x2) := digits3 x in (low52 x0, low52 x1, x2).
Definition digits_of3 x := (low52 x, low52 (x / 2 ^ 52), low52 (x / 2 ^ 104)).
Definition negated3 x := digits_of3 (- x).
Definition multiply_add3 (sum : Z * Z * Z) x (y : Z * Z * Z) :=
  let '(s0, s1, s2) := sum in let '(y0, y1, y2) := y in
  (madd52_low s0 x y0, madd52_low (madd52_high s1 x y0) x y1, madd52_low (madd52_high s2 x y1) x y2).

(** A product adds at most one limb to the lowest lane, and two to the other lanes. *)
Lemma multiply_add2_adds most x lanes Q y : number2 most x lanes ->
  number2 (most + 2 ^ 52) (x + low52 Q * y) (multiply_add2 lanes Q (digits_of2 y)).
Proof.
  intros (v0 & v1 & -> & H0 & Ex). unfold digits_of2, multiply_add2.
  rewrite madd_high_lane, !madd_low_lane. pose proof (low52_range Q) as HQ. set (d := low52 Q) in *. clearbody d.
  assert (L : forall z, low52 (low52 z) = low52 z) by (intros; apply Z.mod_mod; lia). rewrite !L.
  unfold low52.
  set (y0 := y mod 2 ^ 52) in *. set (y1 := (y / 2 ^ 52) mod 2 ^ 52) in *.
  assert (Hy0 : 0 <= y0 < 2 ^ 52) by (apply Z.mod_pos_bound; lia).
  assert (Hy1 : 0 <= y1 < 2 ^ 52) by (apply Z.mod_pos_bound; lia).
  pose proof (Z.div_mod y (2 ^ 52) ltac:(lia)) as Dq0. fold y0 in Dq0.
  pose proof (Z.div_mod (y / 2 ^ 52) (2 ^ 52) ltac:(lia)) as Dq1. fold y1 in Dq1.
  set (q1 := y / 2 ^ 52) in *. set (q2 := q1 / 2 ^ 52) in *. clearbody y0 y1 q1 q2.
  pose proof (Z.div_mod (d * y0) (2 ^ 52) ltac:(lia)) as D0. pose proof (Z.div_mod (d * y1) (2 ^ 52) ltac:(lia)) as D1.
  pose proof (Z.mod_pos_bound (d * y0) (2 ^ 52) ltac:(lia)) as M0.
  set (r0 := (d * y0) mod 2 ^ 52) in *. set (r1 := (d * y1) mod 2 ^ 52) in *. set (h0 := d * y0 / 2 ^ 52) in *.
  set (h1 := d * y1 / 2 ^ 52) in *. clearbody r0 r1 h0 h1.
  exists (v0 + r0), (v1 + h0 + r1). split; [reflexivity|split; [lia|]].
  rewrite <- Z.add_mod_idemp_l, Ex, Z.add_mod_idemp_l by lia.
  apply (congruent _ _ _ (- (d * q2 + h1))); [lia|].
  replace y with (2 ^ 52 * (2 ^ 52 * q2 + y1) + y0) by lia. lia.
Qed.

Lemma multiply_add2_is most x lanes Q q : number2 most x lanes ->
  number2 (most + 2 ^ 52) (x - low52 Q * q) (multiply_add2 lanes Q (negated2 q)).
Proof.
  intros H. replace (x - low52 Q * q) with (x + low52 Q * - q) by ring. apply multiply_add2_adds. exact H.
Qed.

Lemma multiply_add3_adds most x lanes Q y : number3 most x lanes ->
  number3 (most + 2 * 2 ^ 52) (x + low52 Q * y) (multiply_add3 lanes Q (digits_of3 y)).
Proof.
  intros (v0 & v1 & v2 & -> & H0 & H1 & Ex). unfold digits_of3, multiply_add3.
  rewrite !madd_high_lane, !madd_low_lane. pose proof (low52_range Q) as HQ. set (d := low52 Q) in *. clearbody d.
  assert (L : forall z, low52 (low52 z) = low52 z) by (intros; apply Z.mod_mod; lia). rewrite !L.
  replace (y / 2 ^ 104) with (y / 2 ^ 52 / 2 ^ 52) by (rewrite Z.div_div by lia; reflexivity).
  unfold low52.
  set (y0 := y mod 2 ^ 52) in *. set (y1 := (y / 2 ^ 52) mod 2 ^ 52) in *.
  set (y2 := (y / 2 ^ 52 / 2 ^ 52) mod 2 ^ 52) in *.
  assert (Hy0 : 0 <= y0 < 2 ^ 52) by (apply Z.mod_pos_bound; lia).
  assert (Hy1 : 0 <= y1 < 2 ^ 52) by (apply Z.mod_pos_bound; lia).
  pose proof (Z.div_mod y (2 ^ 52) ltac:(lia)) as Dq0. fold y0 in Dq0.
  pose proof (Z.div_mod (y / 2 ^ 52) (2 ^ 52) ltac:(lia)) as Dq1. fold y1 in Dq1.
  pose proof (Z.div_mod (y / 2 ^ 52 / 2 ^ 52) (2 ^ 52) ltac:(lia)) as Dq2. fold y2 in Dq2.
  set (q1 := y / 2 ^ 52) in *. set (q2 := q1 / 2 ^ 52) in *. set (q3 := q2 / 2 ^ 52) in *.
  clearbody y0 y1 y2 q1 q2 q3.
  pose proof (Z.div_mod (d * y0) (2 ^ 52) ltac:(lia)) as D0. pose proof (Z.div_mod (d * y1) (2 ^ 52) ltac:(lia)) as D1.
  pose proof (Z.div_mod (d * y2) (2 ^ 52) ltac:(lia)) as D2.
  pose proof (Z.mod_pos_bound (d * y0) (2 ^ 52) ltac:(lia)) as M0.
  pose proof (Z.mod_pos_bound (d * y1) (2 ^ 52) ltac:(lia)) as M1.
  assert (A0 : 0 <= d * y0 < 2 ^ 52 * 2 ^ 52) by nia.
  set (r0 := (d * y0) mod 2 ^ 52) in *. set (r1 := (d * y1) mod 2 ^ 52) in *. set (r2 := (d * y2) mod 2 ^ 52) in *.
  set (h0 := d * y0 / 2 ^ 52) in *. set (h1 := d * y1 / 2 ^ 52) in *. set (h2 := d * y2 / 2 ^ 52) in *.
  clearbody r0 r1 r2 h0 h1 h2.
  exists (v0 + r0), (v1 + h0 + r1), (v2 + h1 + r2). split; [reflexivity|split; [lia|split; [lia|]]].
  rewrite <- Z.add_mod_idemp_l, Ex, Z.add_mod_idemp_l by lia.
  apply (congruent _ _ _ (- (d * q3 + h2))); [lia|].
  replace y with (2 ^ 52 * (2 ^ 52 * (2 ^ 52 * q3 + y2) + y1) + y0) by lia. lia.
Qed.

Lemma multiply_add3_is most x lanes Q q : number3 most x lanes ->
  number3 (most + 2 * 2 ^ 52) (x - low52 Q * q) (multiply_add3 lanes Q (negated3 q)).
Proof.
  intros H. replace (x - low52 Q * q) with (x + low52 Q * - q) by ring. apply multiply_add3_adds. exact H.
Qed.

(** Carrying keeps the number and leaves digits below 2^52 under the top. *)
Lemma carried2_is x lanes : fits 104 x -> number2 (2 ^ 63) x lanes ->
  exists v1, carried2 lanes = (x mod 2 ^ 52, lane v1) /\ v1 mod 2 ^ 52 = x / 2 ^ 52.
Proof.
  intros Hx (v0 & v1 & -> & H0 & Ex). rewrite small in Ex by exact Hx. unfold carried2, digits2, limb_carry.
  rewrite shift_right_lane, add_lanes by lia. exists (v1 + v0 / 2 ^ 52).
  pose proof (Z.div_mod v0 (2 ^ 52) ltac:(lia)) as D0. pose proof (Z.mod_pos_bound v0 (2 ^ 52) ltac:(lia)) as M0.
  unfold low52 at 1. unfold lane at 1. rewrite mod_of_mod by lia.
  set (c := v0 / 2 ^ 52) in *. set (m := v0 mod 2 ^ 52) in *. clearbody c m.
  assert (E : x = (v1 + c) mod 2 ^ 52 * 2 ^ 52 + m).
  { rewrite Ex. pose proof (Z.mod_pos_bound (v1 + c) (2 ^ 52) ltac:(lia)).
    pose proof (Z.div_mod (v1 + c) (2 ^ 52) ltac:(lia)). symmetry.
    apply (Z.mod_unique _ _ ((v1 + c) / 2 ^ 52)); lia. }
  set (t := (v1 + c) mod 2 ^ 52) in *. clearbody t. split.
  - f_equal. rewrite E, Z.add_comm, Z.mod_add by lia. symmetry. apply Z.mod_small. exact M0.
  - rewrite E. rewrite Z.add_comm, Z.div_add, Z.div_small by lia. reflexivity.
Qed.

Lemma carried3_is x lanes : fits 156 x -> number3 (2 ^ 62 + 2 ^ 54) x lanes ->
  exists v2, carried3 lanes = (x mod 2 ^ 52, x / 2 ^ 52 mod 2 ^ 52, lane v2) /\ v2 mod 2 ^ 52 = x / 2 ^ 104.
Proof.
  intros Hx (v0 & v1 & v2 & -> & H0 & H1 & Ex). rewrite small in Ex by exact Hx. unfold carried3, digits3, limb_carry.
  pose proof (Z.div_mod v0 (2 ^ 52) ltac:(lia)) as D0. pose proof (Z.mod_pos_bound v0 (2 ^ 52) ltac:(lia)) as M0.
  rewrite shift_right_lane, add_lanes by lia. rewrite shift_right_lane, add_lanes by lia.
  exists (v2 + (v1 + v0 / 2 ^ 52) / 2 ^ 52). unfold low52 at 1 2. unfold lane at 1 2. rewrite !mod_of_mod by lia.
  set (c := v0 / 2 ^ 52) in *. set (m := v0 mod 2 ^ 52) in *. clearbody c m.
  pose proof (Z.div_mod (v1 + c) (2 ^ 52) ltac:(lia)) as D1.
  pose proof (Z.mod_pos_bound (v1 + c) (2 ^ 52) ltac:(lia)) as M1.
  set (c1 := (v1 + c) / 2 ^ 52) in *. set (m1 := (v1 + c) mod 2 ^ 52) in *. clearbody c1 m1.
  pose proof (Z.mod_pos_bound (v2 + c1) (2 ^ 52) ltac:(lia)) as Mt.
  assert (E : x = ((v2 + c1) mod 2 ^ 52 * 2 ^ 52 + m1) * 2 ^ 52 + m).
  { rewrite Ex. pose proof (Z.div_mod (v2 + c1) (2 ^ 52) ltac:(lia)). symmetry.
    apply (Z.mod_unique _ _ ((v2 + c1) / 2 ^ 52)); lia. }
  set (t := (v2 + c1) mod 2 ^ 52) in *. clearbody t.
  assert (E1 : x / 2 ^ 52 = t * 2 ^ 52 + m1) by (symmetry; apply (Z.div_unique_pos _ _ _ m); lia).
  assert (E2 : x / 2 ^ 104 = t) by (symmetry; apply (Z.div_unique_pos _ _ _ (m1 * 2 ^ 52 + m)); lia).
  split; [|symmetry; exact E2]. f_equal; f_equal.
  - apply (Z.mod_unique_pos _ _ (t * 2 ^ 52 + m1)); lia.
  - rewrite E1. apply (Z.mod_unique_pos _ _ t); lia.
Qed.

Lemma number2_weaker most more x lanes : most <= more -> number2 most x lanes -> number2 more x lanes.
Proof. intros Hm (v0 & v1 & E & H0 & Ex). exists v0, v1. repeat split; auto; lia. Qed.

Lemma number3_weaker most more x lanes : most <= more -> number3 most x lanes -> number3 more x lanes.
Proof. intros Hm (v0 & v1 & v2 & E & H0 & H1 & Ex). exists v0, v1, v2. repeat split; auto; lia. Qed.

Lemma number2_of_digits x v1 : fits 104 x -> v1 mod 2 ^ 52 = x / 2 ^ 52 ->
  number2 (2 ^ 52) x (x mod 2 ^ 52, lane v1).
Proof.
  intros Hx E. pose proof (Z.mod_pos_bound x (2 ^ 52) ltac:(lia)) as M. exists (x mod 2 ^ 52), v1.
  rewrite (lane_small (x mod 2 ^ 52)) by lia. split; [reflexivity|split; [lia|]].
  pose proof (Z.div_mod x (2 ^ 52) ltac:(lia)) as D. pose proof (Z.div_mod v1 (2 ^ 52) ltac:(lia)) as D1.
  apply (congruent _ _ _ (v1 / 2 ^ 52)); lia.
Qed.

Lemma number3_of_digits x v2 : fits 156 x -> v2 mod 2 ^ 52 = x / 2 ^ 104 ->
  number3 (2 ^ 52) x (x mod 2 ^ 52, x / 2 ^ 52 mod 2 ^ 52, lane v2).
Proof.
  intros Hx E. pose proof (Z.mod_pos_bound x (2 ^ 52) ltac:(lia)) as M.
  pose proof (Z.mod_pos_bound (x / 2 ^ 52) (2 ^ 52) ltac:(lia)) as M1.
  exists (x mod 2 ^ 52), (x / 2 ^ 52 mod 2 ^ 52), v2.
  rewrite (lane_small (x mod 2 ^ 52)), (lane_small (x / 2 ^ 52 mod 2 ^ 52)) by lia.
  split; [reflexivity|split; [lia|split; [lia|]]].
  replace (x / 2 ^ 104) with (x / 2 ^ 52 / 2 ^ 52) in E by (rewrite Z.div_div by lia; reflexivity).
  pose proof (Z.div_mod x (2 ^ 52) ltac:(lia)) as D. pose proof (Z.div_mod (x / 2 ^ 52) (2 ^ 52) ltac:(lia)) as D1.
  pose proof (Z.div_mod v2 (2 ^ 52) ltac:(lia)) as D2. apply (congruent _ _ _ (v2 / 2 ^ 52)); lia.
Qed.

(** ** Section 13.11: quotients from the top digit *)

Definition top_factor q := radix52_top_factor (word_quotient 128 q).
Definition digit_factor b q := radix52_digit_factor (product_quotient 128 b q).

Lemma top_factor_is q : 0 < q -> top_factor q = 2 ^ 104 / q.
Proof.
  intros. unfold top_factor, radix52_top_factor, word_quotient. rewrite Z.div_div, (Z.mul_comm q), <- Z.div_div by lia.
  reflexivity.
Qed.

Theorem word_factor b q : 42 <= b -> 0 < q -> radix52_word_factor (product_quotient 64 b q) b = 2 ^ 104 / q.
Proof.
  intros Hb Hq. unfold radix52_word_factor, product_quotient. pose proof (power_positive (b - 42) ltac:(lia)).
  rewrite Z.div_div, (Z.mul_comm q), <- Z.div_div by lia. f_equal.
  replace (b + 64 - 2) with (104 + (b - 42)) by ring. rewrite Z.pow_add_r by lia. apply Z.div_mul. lia.
Qed.

Lemma digit_factor_is b q : 0 <= b -> 0 < q -> digit_factor b q = 2 ^ (b + 32) / q.
Proof.
  intros Hb Hq. unfold digit_factor, radix52_digit_factor, product_quotient.
  rewrite Z.div_div, (Z.mul_comm q), <- Z.div_div by lia. f_equal.
  replace (b + 128 - 2) with (b + 32 + 94) by ring. rewrite Z.pow_add_r by lia. apply Z.div_mul. lia.
Qed.

(** The quotient from a digit t of weight P, by floor(2^52 P / q): it is at most x / q; the lemma bounds its error. *)
Lemma digit_quotient P q x t f : 0 < P -> 0 < q -> t * P <= x -> 0 <= t -> f * q <= 2 ^ 52 * P < (f + 1) * q ->
  0 <= f ->
  let Q := t * f / 2 ^ 52 in
  0 <= Q /\ 0 <= x - Q * q /\ 2 ^ 52 * (x - Q * q) < 2 ^ 52 * (x - t * P + q) + t * q.
Proof.
  intros HP Hq Ht Ht0 Hf Hf0. cbv zeta. pose proof (floor (t * f) (2 ^ 52) ltac:(lia)) as HQ.
  assert (HQ0 : 0 <= t * f / 2 ^ 52) by (apply Z.div_pos; [apply Z.mul_nonneg_nonneg|]; lia).
  set (Q := t * f / 2 ^ 52) in *. clearbody Q.
  assert (A1 : t * (f * q) <= t * (2 ^ 52 * P)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (A2 : t * (2 ^ 52 * P) <= t * ((f + 1) * q)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (A3 : 2 ^ 52 * Q * q <= t * f * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (A4 : t * f * q < (2 ^ 52 * Q + 2 ^ 52) * q) by (apply Z.mul_lt_mono_pos_r; lia).
  split; [exact HQ0|]. split; lia.
Qed.

(** Two limbs: the digit is the top limb. *)
Lemma two_limb_quotient q x b : 2 ^ (radix52_min_bits 2 - 1) <= q < 2 ^ radix52_modulus_bits 2 ->
  b <= radix52_capacity 2 -> below q b x ->
  let Q := x / 2 ^ 52 * top_factor q / 2 ^ 52 in
  0 <= top_factor q < 2 ^ 52 /\ 0 <= x / 2 ^ 52 < 2 ^ 52 /\ 0 <= Q < 2 ^ 52 - 1 /\
  below q (radix52_reduced_bound radix52_top_rest b) (x - Q * q) /\
  (b <= radix52_top_finished -> - q <= x - (Q + 1) * q < q).
Proof.
  unfold radix52_min_bits, radix52_modulus_bits, radix52_capacity, below. cbn [Z.eqb Pos.eqb].
  change (2 ^ (61 - 1)) with (2 ^ 60). intros Hq Hb Hx. cbv zeta.
  rewrite top_factor_is by lia.
  assert (HbC : b * q <= 16384 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  pose proof (floor (2 ^ 104) q ltac:(lia)) as Hf. pose proof (floor x (2 ^ 52) ltac:(lia)) as Ht.
  set (f := 2 ^ 104 / q) in *. set (t := x / 2 ^ 52) in *. clearbody f t.
  assert (Hf0 : 0 <= f < 2 ^ 45).
  { split; [apply Z.lt_succ_r|]; apply (cancel q); lia. }
  assert (Ht0 : 0 <= t < 2 ^ 52) by lia.
  destruct (digit_quotient (2 ^ 52) q x t f ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia))
    as (HQ0 & HQ1 & HQ2).
  assert (HQ3 : t * f / 2 ^ 52 < 2 ^ 52 - 1).
  { apply Z.div_lt_upper_bound; [lia|]. assert (t * f <= (2 ^ 52 - 1) * (2 ^ 45 - 1)) by (apply Z.mul_le_mono_nonneg;
      lia). lia. }
  set (Q := t * f / 2 ^ 52) in *. clearbody Q.
  assert (A : t * q <= t * 2 ^ 98) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (B : t * q < 2 ^ 52 * q) by (apply Z.mul_lt_mono_pos_r; lia).
  split; [lia|split; [lia|split; [lia|split]]].
  - unfold radix52_reduced_bound, radix52_top_rest. assert (0 <= Q * q) by (apply Z.mul_nonneg_nonneg; lia).
    destruct (Z.ltb_spec b 513); lia.
  - unfold radix52_top_finished. intros Hb2. assert (b * q <= 14336 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
    assert (t < 56 * 2 ^ 46) by lia.
    assert (t * q < 56 * 2 ^ 46 * q) by (apply Z.mul_lt_mono_pos_r; lia). lia.
Qed.

(** Three limbs: the length of q determines the place of the digit. *)
Lemma three_limb_weights b q : radix52_min_bits 3 <= b <= radix52_modulus_bits 3 -> 2 ^ (b - 1) <= q < 2 ^ b ->
  let P := 2 ^ (b - 20) in
  2 ^ 79 <= P /\ 2 ^ 19 * P <= q < 2 ^ 20 * P /\ P * radix52_digit_one b = 2 ^ 104 /\
  2 ^ 52 <= 2 ^ (b - 72) * 2 ^ 25 /\ P = 2 ^ 52 * 2 ^ (b - 72) /\
  0 <= digit_factor b q <= 2 ^ 33 /\ digit_factor b q * q <= 2 ^ 52 * P < (digit_factor b q + 1) * q.
Proof.
  unfold radix52_min_bits, radix52_modulus_bits, radix52_digit_one. cbn [Z.eqb Pos.eqb]. intros Hb Hq. cbv zeta.
  assert (0 < 2 ^ (b - 1)) by (apply power_positive; lia).
  rewrite digit_factor_is by lia.
  replace (2 ^ (b - 1)) with (2 ^ 19 * 2 ^ (b - 20)) in * by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  replace (2 ^ b) with (2 ^ 20 * 2 ^ (b - 20)) in * by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  replace (2 ^ (b + 32)) with (2 ^ 52 * 2 ^ (b - 20)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  replace (2 ^ (b - 20) * (1 * 2 ^ (124 - b))) with (2 ^ 104) by
    (rewrite Z.mul_1_l, <- Z.pow_add_r by lia; f_equal; lia).
  assert (2 ^ 79 <= 2 ^ (b - 20)) by (apply Z.pow_le_mono_r; lia).
  assert (2 ^ 27 <= 2 ^ (b - 72)) by (apply Z.pow_le_mono_r; lia).
  replace (2 ^ (b - 20)) with (2 ^ 52 * 2 ^ (b - 72)) in * by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  set (P := 2 ^ (b - 72)) in *. clearbody P.
  pose proof (floor (2 ^ 52 * (2 ^ 52 * P)) q ltac:(lia)) as Hf. set (f := _ / q) in *. clearbody f.
  repeat split; try lia; apply Z.lt_succ_r, (cancel q); lia.
Qed.

(** The remainder with a digit that may be short by two, in units of q / 256. *)
Lemma three_limb_rest b q x bound t : radix52_min_bits 3 <= b <= radix52_modulus_bits 3 -> 2 ^ (b - 1) <= q < 2 ^ b ->
  bound <= radix52_capacity 3 -> below q bound x -> 0 <= t -> t * 2 ^ (b - 20) <= x < (t + 3) * 2 ^ (b - 20) ->
  let Q := t * digit_factor b q / 2 ^ 52 in
  0 <= t < 2 ^ 51 /\ 0 <= Q < 2 ^ 52 /\ below q (radix52_digit_rest bound) (x - Q * q).
Proof.
  intros Hb Hq HC Hx Ht0 Ht. cbv zeta. destruct (three_limb_weights b q Hb Hq) as (W1 & W2 & _ & _ & _ & W3 & W4).
  set (P := 2 ^ (b - 20)) in *. clearbody P. set (f := digit_factor b q) in *. clearbody f.
  unfold radix52_capacity, below, radix52_digit_rest in *. cbn [Z.eqb Pos.eqb] in HC.
  destruct (digit_quotient P q x t f ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia))
    as (HQ0 & HQ1 & HQ2).
  assert (Hb0 : 0 < bound) by (apply (cancel q); lia).
  assert (HtB : 256 * t < bound * 2 ^ 20).
  { apply (cancel P); [lia|]. assert (bound * q <= bound * (2 ^ 20 * P)) by (apply Z.mul_le_mono_nonneg_l; lia). lia. }
  assert (HQ3 : t * f / 2 ^ 52 < 2 ^ 52).
  { apply Z.div_lt_upper_bound; [lia|]. assert (t * f <= 2 ^ 51 * 2 ^ 33) by (apply Z.mul_le_mono_nonneg; lia). lia. }
  set (Q := t * f / 2 ^ 52) in *. clearbody Q.
  floor_of bound by (2 ^ 32) as n Hn.
  assert (A : 256 * t * q < 2 ^ 52 * (n + 1) * q) by (apply Z.mul_lt_mono_pos_r; lia).
  lia.
Qed.

Definition rounded_down2 q (x : Z * Z) := madd52_high 0 (snd x) (top_factor q).
Definition reduce2 q x := let x := carried2 x in multiply_add2 x (rounded_down2 q x) (negated2 q).

(** A lower limb may have any value of a lane: carries come first. *)
Theorem two_limbs_reduced q x b lanes : 2 ^ (radix52_min_bits 2 - 1) <= q < 2 ^ radix52_modulus_bits 2 ->
  b <= radix52_capacity 2 -> below q b x -> number2 (2 ^ 63) x lanes ->
  exists y, number2 (2 * 2 ^ 52) y (reduce2 q lanes) /\ y mod q = x mod q /\
    below q (radix52_reduced_bound radix52_top_rest b) y.
Proof.
  intros Hq Hb Hx Hl. destruct (two_limb_quotient q x b Hq Hb Hx) as (Hf & Ht & HQ & Hr & _).
  assert (Hfit : fits 104 x) by (unfold fits; pose proof (floor x (2 ^ 52) ltac:(lia)); lia).
  destruct (carried2_is x lanes Hfit Hl) as (v1 & E & E1).
  unfold reduce2. rewrite E. cbn [snd]. unfold rounded_down2. cbn [snd].
  unfold madd52_high. rewrite low52_lane. unfold low52 at 1. rewrite E1. rewrite (low52_small _ Hf). rewrite Z.add_0_l.
  set (Q := x / 2 ^ 52 * top_factor q / 2 ^ 52) in *. rewrite (Z.mod_small Q) by lia.
  exists (x - Q * q). split; [|split; [|exact Hr]].
  - replace (x - Q * q) with (x - low52 Q * q) by (rewrite low52_small by lia; reflexivity).
    apply (multiply_add2_is (2 ^ 52)). apply number2_of_digits; assumption.
  - apply (congruent _ _ _ Q); [unfold radix52_min_bits in Hq; cbn in Hq; lia|lia].
Qed.

Definition rounded_down3 b q (x : Z * Z * Z) :=
  let '(_, x1, x2) := x in
  madd52_high 0 (madd52_high (shift_left 64 x2 (radix52_digit_shift b)) x1 (radix52_digit_one b)) (digit_factor b q).
Definition reduce3 b q x := let x := carried3 x in multiply_add3 x (rounded_down3 b q x) (negated3 q).

Theorem three_limbs_reduced b q x bound lanes : radix52_min_bits 3 <= b <= radix52_modulus_bits 3 ->
  2 ^ (b - 1) <= q < 2 ^ b -> bound <= radix52_capacity 3 -> below q bound x -> number3 (2 ^ 62) x lanes ->
  exists y, number3 (3 * 2 ^ 52) y (reduce3 b q lanes) /\ y mod q = x mod q /\
    below q (radix52_reduced_bound radix52_digit_rest bound) y.
Proof.
  intros Hb Hq HC Hx Hl. destruct (three_limb_weights b q Hb Hq) as (W1 & W2 & W3 & W4 & W5 & W6 & W7).
  assert (Hfit : fits 156 x).
  { unfold fits, below, radix52_capacity in *. cbn [Z.eqb Pos.eqb] in HC.
    assert (q < 2 ^ 124) by (apply (Z.lt_le_trans _ (2 ^ b)); [lia|]; apply Z.pow_le_mono_r; unfold
      radix52_min_bits, radix52_modulus_bits in Hb; cbn in Hb; lia).
    assert (bound * q <= 549755813888 * q) by (apply Z.mul_le_mono_nonneg_r; lia). lia. }
  assert (Hl' : number3 (2 ^ 62 + 2 ^ 54) x lanes) by (apply (number3_weaker (2 ^ 62)); [lia|exact Hl]).
  destruct (carried3_is x lanes Hfit Hl') as (v2 & E & E2).
  pose proof (floor x (2 ^ (b - 20)) ltac:(lia)) as Ft.
  assert (Ht0 : 0 <= x / 2 ^ (b - 20)) by (apply Z.div_pos; unfold fits in *; lia).
  destruct (three_limb_rest b q x bound (x / 2 ^ (b - 20)) Hb Hq HC Hx Ht0 ltac:(lia)) as (Ht & HQ & Hr).
  unfold reduce3. rewrite E. unfold rounded_down3.
  assert (Hone : 0 < radix52_digit_one b < 2 ^ 52).
  { split; [apply (cancel (2 ^ (b - 20)))|apply (cancel (2 ^ (b - 20)))]; lia. }
  assert (Ed : low52 (madd52_high (shift_left 64 (lane v2) (radix52_digit_shift b)) (x / 2 ^ 52 mod 2 ^ 52)
                 (radix52_digit_one b)) = x / 2 ^ (b - 20)).
  { rewrite shift_left_lane, madd_high_lane, low52_lane. unfold low52.
    rewrite Z.mod_mod by lia. rewrite (Z.mod_small (radix52_digit_one b)) by lia.
    replace (2 ^ radix52_digit_shift b) with (radix52_digit_one b) by
      (unfold radix52_digit_shift, radix52_digit_one; ring).
    replace (x / 2 ^ 104) with (x / 2 ^ 52 / 2 ^ 52) in E2 by (rewrite Z.div_div by lia; reflexivity).
    pose proof (floor (x / 2 ^ 52) (2 ^ 52) ltac:(lia)) as F2.
    pose proof (floor x (2 ^ 52) ltac:(lia)) as F1.
    pose proof (Z.div_mod v2 (2 ^ 52) ltac:(lia)) as D2. rewrite E2 in D2.
    pose proof (Z.div_mod (x / 2 ^ 52) (2 ^ 52) ltac:(lia)) as D1.
    pose proof (Z.mod_pos_bound (x / 2 ^ 52) (2 ^ 52) ltac:(lia)) as M1.
    set (one := radix52_digit_one b) in *. clearbody one.
    set (m := x / 2 ^ 52 mod 2 ^ 52) in *. set (t2 := x / 2 ^ 52 / 2 ^ 52) in *. set (x1 := x / 2 ^ 52) in *.
    clearbody m t2.
    floor_of (m * one) by (2 ^ 52) as c Hc.
    set (P := 2 ^ (b - 20)) in *.
    assert (Et : x / P = t2 * one + c).
    { replace P with (2 ^ 52 * 2 ^ (b - 72)) by lia. rewrite <- Z.div_div by lia. fold x1. clearbody x1.
      symmetry. apply (Z.div_unique_pos _ _ _ (x1 - 2 ^ (b - 72) * (t2 * one + c))); [|ring].
      rewrite W5 in W3. set (H := 2 ^ (b - 72)) in *. clearbody H.
      assert (EH : H * one = 2 ^ 52) by lia.
      assert (H * (m * one) = m * 2 ^ 52) by (rewrite <- EH; ring).
      assert (H * (2 ^ 52 * c) <= H * (m * one)) by (apply Z.mul_le_mono_nonneg_l; lia).
      assert (H * (m * one) < H * (2 ^ 52 * c + 2 ^ 52)) by (apply Z.mul_lt_mono_pos_l; lia).
      assert (H * (t2 * one) = t2 * 2 ^ 52) by (rewrite <- EH; ring). lia. }
    rewrite Et in *. symmetry. apply (Z.mod_unique_pos _ _ (v2 / 2 ^ 52 * one)); lia. }
  unfold madd52_high at 1. rewrite Ed. rewrite (low52_small (digit_factor b q)) by lia. rewrite Z.add_0_l.
  set (Q := x / 2 ^ (b - 20) * digit_factor b q / 2 ^ 52) in *. rewrite (Z.mod_small Q) by lia.
  exists (x - Q * q). split; [|split].
  - replace (x - Q * q) with (x - low52 Q * q) by (rewrite low52_small by lia; reflexivity).
    apply (multiply_add3_is (2 ^ 52)). apply number3_of_digits; assumption.
  - apply (congruent _ _ _ Q); lia.
  - assert (0 <= Q * q) by (apply Z.mul_nonneg_nonneg; lia). unfold radix52_reduced_bound, below in *.
    destruct (Z.ltb_spec bound (radix52_digit_rest bound)); lia.
Qed.

(** ** The masks by which codecs split words (sections 7.1 and 18.1) *)
Theorem limb_masks x : Z.land x radix52_limb_mask = low52 x /\ Z.land x montgomery52_limb_mask = low52 x.
Proof.
  unfold radix52_limb_mask, montgomery52_limb_mask. change 4503599627370495 with (2 ^ 52 - 1).
  rewrite land_mask by lia. split; reflexivity.
Qed.
