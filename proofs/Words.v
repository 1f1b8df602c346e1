(** The model: words of W bits, operations of instruction sets on them, and ranges of lazy values.

    A number is a [Z]; an operation takes and returns numbers in [0, 2 ^ W), and wraps like the C++. The names are those
    of src/isa and src/arith/bound.hpp. *)
From Ringlet Require Export Lemmas.

Definition fits (W x : Z) : Prop := 0 <= x < 2 ^ W.

Definition add W x y := (x + y) mod 2 ^ W.
Definition sub W x y := (x - y) mod 2 ^ W.
Definition mul_low W x y := (x * y) mod 2 ^ W.
Definition mul_high W x y := x * y / 2 ^ W.
Definition mul_low_difference W a b c d := (a * b - c * d) mod 2 ^ W.
Definition shift_left W x count := (x * 2 ^ count) mod 2 ^ W.
Definition shift_right (count x : Z) := x / 2 ^ count.

(** The length b of q: 2^(b-1) <= q < 2^b. *)
Definition length_of q := Z.log2 q + 1.

(** High products of two limbs of h bits without the product of the low limbs: mul_high_short with h = 32,
    mul_high_truncated with h = 64. *)
Definition mul_high_short h x y :=
  let high z := z / 2 ^ h in let low z := z mod 2 ^ h in
  high x * high y + high x * low y / 2 ^ h + low x * high y / 2 ^ h.

(** The 52-bit multiply-adds read the low 52 bits of two lanes and add to a lane of 64. *)
Definition low52 x := x mod 2 ^ 52.
Definition madd52_low acc x y := (acc + low52 x * low52 y mod 2 ^ 52) mod 2 ^ 64.
Definition madd52_high acc x y := (acc + low52 x * low52 y / 2 ^ 52) mod 2 ^ 64.

(** Subtraction by the unsigned minimum and by the sign. *)
Definition subtract_once W x step := Z.min x (sub W x step).
Definition negative W x := 2 ^ (W - 1) <=? x.
Definition subtract_by_sign W x step := if negative W (sub W x step) then x else sub W x step.
Definition add_if_negative W x step := Z.min x (add W x step).
Definition add_by_sign W x step := if negative W x then add W x step else x.

(** Bounds and ranges of src/arith/bound.hpp: numbers in units of q / 256. *)
Record range := mk_range { low : Z; high : Z }.
Definition below q bound x := 0 <= 256 * x < bound * q.
Definition within q r x := low r * q <= 256 * x < high r * q.

Lemma small W x : fits W x -> x mod 2 ^ W = x.
Proof. apply Z.mod_small. Qed.

Lemma mod_of_mod x a b : 0 <= a <= b -> (x mod 2 ^ b) mod 2 ^ a = x mod 2 ^ a.
Proof.
  intros. symmetry. apply Znumtheory.Zmod_div_mod; try (apply power_positive; lia).
  exists (2 ^ (b - a)). rewrite <- Z.pow_add_r by lia. f_equal; lia.
Qed.

Lemma congruent x y q k : q <> 0 -> x = y - k * q -> x mod q = y mod q.
Proof. intros Hq ->. replace (y - k * q) with (y + (- k) * q) by ring. apply Z.mod_add; lia. Qed.

(** ** Section 8.1 *)

Lemma subtract_once_is W x m : 0 < W -> 0 < m <= 2 ^ (W - 1) -> 0 <= x < 2 * m ->
  subtract_once W x m = (if x <? m then x else x - m) /\ subtract_by_sign W x m = (if x <? m then x else x - m).
Proof.
  intros HW Hm Hx.
  assert (H : 2 ^ W = 2 * 2 ^ (W - 1)) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
  unfold subtract_once, subtract_by_sign, negative, sub.
  destruct (Z.ltb_spec x m).
  - assert (E : (x - m) mod 2 ^ W = x - m + 2 ^ W).
    { symmetry. apply (Z.mod_unique _ _ (-1)); lia. }
    rewrite E. destruct (Z.leb_spec (2 ^ (W - 1)) (x - m + 2 ^ W)); lia.
  - rewrite (Z.mod_small (x - m)) by lia.
    destruct (Z.leb_spec (2 ^ (W - 1)) (x - m)); lia.
Qed.

(** By the minimum, for any word and for steps up to 2 ^ W, even where signs would fail. *)
Theorem subtraction_by_minimum W x m : fits W x -> 0 < m <= 2 ^ W ->
  subtract_once W x m = (if x <? m then x else x - m).
Proof.
  unfold fits, subtract_once, sub. intros Hx Hm. destruct (Z.ltb_spec x m).
  - rewrite <- (Z.mod_unique (x - m) _ (-1) (x - m + 2 ^ W)); lia.
  - rewrite Z.mod_small; lia.
Qed.

Theorem conditional_subtraction W x m : 0 < W -> 0 < m <= 2 ^ (W - 1) -> 0 <= x < 2 * m ->
  0 <= subtract_once W x m < m /\ subtract_once W x m mod m = x mod m /\
  subtract_by_sign W x m = subtract_once W x m.
Proof.
  intros HW Hm Hx. destruct (subtract_once_is W x m) as [-> ->]; try lia.
  destruct (Z.ltb_spec x m); repeat split; try lia.
  apply (congruent _ _ _ 1); lia.
Qed.

Theorem subtract_modulo W a b q : 0 < W -> 0 < 2 * q <= 2 ^ W -> 0 <= a < q -> 0 <= b < q ->
  add_if_negative W (sub W a b) q = (a - b) mod q /\ add_by_sign W (sub W a b) q = (a - b) mod q.
Proof.
  intros HW Hq Ha Hb.
  assert (H : 2 ^ W = 2 * 2 ^ (W - 1)) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
  unfold add_if_negative, add_by_sign, negative, sub, add.
  destruct (Z.ltb_spec a b).
  - assert (E : (a - b) mod 2 ^ W = a - b + 2 ^ W) by (symmetry; apply (Z.mod_unique _ _ (-1)); lia).
    assert (F : (a - b + 2 ^ W + q) mod 2 ^ W = a - b + q) by (symmetry; apply (Z.mod_unique _ _ 1); lia).
    assert (G : (a - b) mod q = a - b + q) by (symmetry; apply (Z.mod_unique _ _ (-1)); lia).
    rewrite E, F, G. destruct (Z.leb_spec (2 ^ (W - 1)) (a - b + 2 ^ W)); lia.
  - rewrite (Z.mod_small (a - b) (2 ^ W)), (Z.mod_small (a - b) q), (Z.mod_small (a - b + q)) by lia.
    destruct (Z.leb_spec (2 ^ (W - 1)) (a - b)); lia.
Qed.

(** ** Bits and congruences *)

Lemma land_mask x n : 0 <= n -> Z.land x (2 ^ n - 1) = x mod 2 ^ n.
Proof. intros. rewrite <- Z.land_ones by lia. f_equal. rewrite Z.ones_equiv. lia. Qed.

Lemma lor_is_sum a b n : 0 <= n -> 0 <= b < 2 ^ n -> Z.lor (a * 2 ^ n) b = a * 2 ^ n + b.
Proof.
  intros Hn Hb.
  assert (E : Z.land (a * 2 ^ n) b = 0).
  { apply Z.bits_inj'; intros i Hi. rewrite Z.land_spec, Z.bits_0. destruct (Z.ltb_spec i n).
    - rewrite Z.mul_pow2_bits_low by lia; reflexivity.
    - rewrite <- (Z.mod_small b (2 ^ n)) by lia. rewrite Z.mod_pow2_bits_high by lia. apply andb_false_r. }
  rewrite Z.add_nocarry_lxor, Z.lxor_lor; auto.
Qed.

(** ** Lanes modulo 2^52 (section 7.1) *)

Lemma low52_range x : 0 <= low52 x < 2 ^ 52.
Proof. apply Z.mod_pos_bound; lia. Qed.

Lemma low52_small x : 0 <= x < 2 ^ 52 -> low52 x = x.
Proof. apply Z.mod_small. Qed.

Lemma low52_of_lane x : low52 (x mod 2 ^ 64) = low52 x.
Proof. apply mod_of_mod; lia. Qed.

(** Lanes that agree in their low 52 bits. *)
Lemma low52_shift x y k : x = y + k * 2 ^ 52 -> low52 x = low52 y.
Proof. intros ->. apply Z.mod_add; lia. Qed.

Lemma low52_add x y : low52 (add 64 x y) = low52 (low52 x + low52 y).
Proof. unfold add. rewrite low52_of_lane. unfold low52. rewrite <- Z.add_mod; lia. Qed.

Lemma low52_sub x y : low52 (sub 64 x y) = low52 (low52 x - low52 y).
Proof. unfold sub. rewrite low52_of_lane. unfold low52. apply Zminus_mod. Qed.

Lemma low52_madd acc x y : low52 (madd52_low acc x y) = low52 (acc + low52 x * low52 y).
Proof.
  unfold madd52_low. rewrite low52_of_lane. unfold low52. rewrite Zplus_mod_idemp_r. reflexivity.
Qed.

(** x w - Q q by two multiply-adds, the second with -q: right modulo 2^52, whatever the bits above. *)
Lemma low52_difference x w Q q : 0 <= w < 2 ^ 52 -> 0 < q < 2 ^ 52 ->
  low52 (madd52_low (madd52_low 0 x w) Q (2 ^ 52 - q)) = low52 (low52 x * w - low52 Q * q).
Proof.
  intros Hw Hq. rewrite low52_madd.
  rewrite (low52_small (2 ^ 52 - q)) by lia. unfold madd52_low. rewrite Z.add_0_l.
  rewrite (low52_small w) by lia. unfold low52 at 1.
  rewrite (Z.mod_small _ (2 ^ 64)).
  2: { pose proof (Z.mod_pos_bound (low52 x * w) (2 ^ 52) eq_refl). lia. }
  rewrite Zplus_mod_idemp_l. fold (low52 (low52 x * w + low52 Q * (2 ^ 52 - q))).
  apply (low52_shift _ _ (low52 Q)). ring.
Qed.
