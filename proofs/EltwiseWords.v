(** Element-wise products of 128-bit words in limbs of 52 bits, from words to words: how sections 13.14 and 13.15 of
    docs/bounds/limbs52.md convert between words and limbs. A 128-bit word is [low] + 2^64 [high]. *)
From Coq Require Import List.
From Ringlet Require Import Words Constants Montgomery Limbs52 ProductColumns EltwiseProducts NarrowRows.
Import ListNotations.

(** The digits of x 2^k, with the bits above them; without a shift k is 0. *)
Definition digits_of_words limbs k low high :=
  [shift_left 64 low (product_shift_0 k);
   Z.lor (shift_right (product_shift_1 k) low) (shift_left 64 high (product_shift_2 k))] ++
  if limbs =? 3 then [shift_right (product_shift_3 k) high] else [].

(** Divides columns of a multiple of 2^k by it; none of the columns is negative. *)
Definition words_of_columns k columns :=
  match columns with
  | [v0; v1] =>
      let middle := add 64 v1 (limb_carry v0) in let top := shift_right_signed 12 (shift_left 64 middle 12) in
      let mask := shift_right (product_shift_0 k) (2 ^ 52 - 1) in
      Z.lor (Z.land (shift_right (product_shift_0 k) v0) mask) (shift_left 64 top (product_shift_1 k)) +
      2 ^ 64 * shift_right_signed (product_shift_2 k) top
  | [v0; v1; v2] =>
      let middle := add 64 v1 (limb_carry v0) in
      add 64 (shift_right (product_shift_0 k) v0) (shift_left 64 v1 (product_shift_1 k)) +
      2 ^ 64 * add 64 (shift_right (product_shift_2 k) middle) (shift_left 64 v2 (product_shift_3 k))
  | _ => 0
  end.

Lemma limb_carry_small v : 0 <= v < 2 ^ 63 -> limb_carry v = shift_right 52 v.
Proof.
  intros Hv. unfold limb_carry, shift_right. rewrite <- (lane_small v) at 1 by lia. rewrite shift_right_lane by lia.
  apply lane_small. split; [apply Z.div_pos; lia|]. apply Z.div_lt_upper_bound; lia.
Qed.

Lemma bits_of_both a b n : 0 <= n <= 64 -> 0 <= a < 2 ^ n ->
  Z.lor a (shift_left 64 b n) = a + (b * 2 ^ n) mod 2 ^ 64.
Proof.
  intros Hn Ha. unfold shift_left. assert (E : 2 ^ 64 = 2 ^ (64 - n) * 2 ^ n) by (rewrite <- Z.pow_add_r by lia;
    f_equal; lia).
  rewrite E, Z.mul_mod_distr_r by (apply Z.pow_nonzero; lia). rewrite Z.lor_comm, lor_is_sum by lia. ring.
Qed.

Lemma digits_of_words_read limbs k low high : limbs = 2 \/ limbs = 3 -> 0 <= k <= 40 \/ limbs = 2 /\ 0 <= k <= 52 ->
  fits 64 low -> fits 64 high -> let x := low + 2 ^ 64 * high in x * 2 ^ k < 2 ^ (52 * limbs) ->
  number52 (digits_read (digits_of_words limbs k low high)) = x * 2 ^ k /\
  length (digits_of_words limbs k low high) = Z.to_nat limbs.
Proof.
  intros HL Hk Hlow Hhigh x Hx. unfold fits in *. set (X := x * 2 ^ k) in *.
  assert (HX : 0 <= X) by (apply Z.mul_nonneg_nonneg; unfold x; lia).
  assert (Hk52 : 0 <= k <= 52) by lia.
  assert (Ek : 2 ^ 52 = 2 ^ (52 - k) * 2 ^ k) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  pose proof (power_positive k ltac:(lia)) as HPk. pose proof (power_positive (52 - k) ltac:(lia)) as HPd.
  assert (D0 : low52 (shift_left 64 low (product_shift_0 k)) = low52 X).
  { unfold product_shift_0, shift_left. rewrite low52_of_lane. symmetry. apply (low52_shift _ _ (2 ^ 12 * high * 2 ^
      k)).
    unfold X, x. ring. }
  assert (D1 : low52 (Z.lor (shift_right (product_shift_1 k) low) (shift_left 64 high (product_shift_2 k))) = low52 (X
    / 2 ^ 52)).
  { unfold product_shift_1, product_shift_2, shift_right.
    assert (E64 : 2 ^ 64 = 2 ^ (12 + k) * 2 ^ (52 - k)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
    rewrite bits_of_both; [|lia|].
    2: { split; [apply Z.div_pos; lia|]. apply Z.div_lt_upper_bound; lia. }
    assert (EX : X / 2 ^ 52 = low / 2 ^ (52 - k) + high * 2 ^ (12 + k)).
    { rewrite Ek. unfold X. rewrite Z.div_mul_cancel_r by lia. unfold x. rewrite E64.
      replace (2 ^ (12 + k) * 2 ^ (52 - k) * high) with (high * 2 ^ (12 + k) * 2 ^ (52 - k))
        by ring. apply Z.div_add. lia. }
    rewrite EX. apply (low52_shift _ _ (- (high * 2 ^ (12 + k) / 2 ^ 64) * 2 ^ 12)).
    rewrite Z.mod_eq by lia. ring. }
  assert (Eput : digits_read (digits_of_words limbs k low high) = put_limbs (Z.to_nat limbs) X).
  { unfold digits_of_words, digits_read. destruct HL as [-> | ->]; cbn [Z.eqb Pos.eqb app map].
    - rewrite D0, D1. reflexivity.
    - assert (D2 : shift_right (product_shift_3 k) high = X / 2 ^ 52 / 2 ^ 52).
      { unfold product_shift_3, shift_right. pose proof (power_positive (40 - k) ltac:(lia)) as HP40.
        assert (E40 : 2 ^ 40 = 2 ^ (40 - k) * 2 ^ k) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
        rewrite Z.div_div by lia. replace (2 ^ 52 * 2 ^ 52) with (2 ^ 64 * 2 ^ (40 - k) * 2 ^ k).
        2: { rewrite <- Z.mul_assoc, <- E40. reflexivity. }
        unfold X. rewrite Z.div_mul_cancel_r by lia. rewrite <- Z.div_div by lia.
        unfold x. rewrite (Z.mul_comm _ high), Z.div_add, (Z.div_small low) by lia. reflexivity. }
      rewrite D0, D1, D2. reflexivity. }
  rewrite Eput. destruct (put_limbs_number (Z.to_nat limbs) X) as (_ & -> & _). split.
  - apply Z.mod_small. rewrite Z2Nat.id, <- Z.pow_mul_r by lia. lia.
  - unfold digits_of_words. destruct HL as [-> | ->]; reflexivity.
Qed.

(** Three limbs. *)
Lemma words_of_three k r e v : 0 <= k <= 28 -> Forall2 column [100; 100; 100] v ->
  number52 v = r * 2 ^ k + e * 2 ^ 156 -> words_of_columns k v = r mod 2 ^ 128.
Proof.
  intros Hk Hv Ev. destruct v as [|v0 [|v1 [|v2 [|]]]];
    try (repeat match goal with H : Forall2 _ _ _ |- _ => inversion H; subst; clear H end; fail).
  repeat match goal with H : Forall2 _ (_ :: _) _ |- _ =>
    inversion_clear H end. unfold column, number52 in *. cbn [value] in Ev.
  unfold words_of_columns, product_shift_0, product_shift_1, product_shift_2, product_shift_3.
  rewrite limb_carry_small by lia.
  assert (E52 : 2 ^ 52 = 2 ^ (52 - k) * 2 ^ k) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (E40 : 2 ^ 52 * 2 ^ (52 - k) = 2 ^ 64 * 2 ^ (40 - k)) by (rewrite <- !Z.pow_add_r by lia; f_equal; lia).
  assert (E28 : 2 ^ 156 = 2 ^ 128 * (2 ^ (28 - k) * 2 ^ k)) by (rewrite <- !Z.pow_add_r by lia; f_equal; lia).
  assert (E12 : 2 ^ 64 = 2 ^ (52 - k) * 2 ^ (12 + k)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (E104 : 2 ^ 52 * 2 ^ (12 + k) = 2 ^ 64 * 2 ^ k) by (rewrite <- !Z.pow_add_r by lia; f_equal; lia).
  pose proof (power_positive k ltac:(lia)) as HP. pose proof (power_positive (12 + k) ltac:(lia)) as HP12.
  set (K := 2 ^ k) in *. set (A := 2 ^ (52 - k)) in *. set (B := 2 ^ (40 - k)) in *. set (C := 2 ^ (28 - k)) in *.
  set (G := 2 ^ (12 + k)) in *.
  set (n := r + e * (2 ^ 128 * C) - A * v1 - 2 ^ 64 * B * v2).
  assert (E0 : v0 = n * K).
  { unfold n. replace ((r + e * (2 ^ 128 * C) - A * v1 - 2 ^ 64 * B * v2) * K) with
      (r * K + e * (2 ^ 128 * (C * K)) - v1 * (A * K) - v2 * (2 ^ 64 * B) * K) by ring.
    rewrite <- E28, <- E52, <- E40. replace (v2 * (2 ^ 52 * A) * K) with (v2 * 2 ^ 52 * (A * K))
      by ring. rewrite <- E52. lia. }
  assert (Er : r = n + A * v1 + 2 ^ 64 * (B * v2) - e * C * 2 ^ 128) by (unfold n; ring).
  clearbody n. unfold add, shift_left, shift_right. fold K A B G.
  assert (En : v0 / K = n) by (rewrite E0; apply Z.div_mul; lia). rewrite En.
  rewrite (Z.mod_small (v1 + v0 / 2 ^ 52)).
  2: { pose proof (floor v0 (2 ^ 52) ltac:(lia)). lia. }
  assert (Em : (v1 + v0 / 2 ^ 52) / G = (n + A * v1) / 2 ^ 64).
  { rewrite (Z.add_comm v1), <- Z.div_add, Z.div_div by lia. rewrite E104.
    replace (v0 + v1 * 2 ^ 52) with ((n + A * v1) * K) by (rewrite E0, E52; ring). apply Z.div_mul_cancel_r; lia. }
  rewrite Em. rewrite Zplus_mod_idemp_r, Zplus_mod_idemp_r. rewrite (Z.mul_comm v1 A), (Z.mul_comm v2 B).
  pose proof (Z.div_mod (n + A * v1) (2 ^ 64) ltac:(lia))
    as D. pose proof (Z.mod_pos_bound (n + A * v1) (2 ^ 64) eq_refl) as M.
  set (h := (n + A * v1) / 2 ^ 64) in *. set (l := (n + A * v1) mod 2 ^ 64) in *.
  pose proof (Z.div_mod (h + B * v2) (2 ^ 64) ltac:(lia))
    as D'. pose proof (Z.mod_pos_bound (h + B * v2) (2 ^ 64) eq_refl) as M'.
  set (h' := (h + B * v2) / 2 ^ 64) in *. set (l' := (h + B * v2) mod 2 ^ 64) in *. clearbody l l' h h'.
  apply (Z.mod_unique _ _ (h' - e * C)); [left; lia|]. rewrite Er. lia.
Qed.

Lemma signed_shift_is count x : - 2 ^ 63 <= x < 2 ^ 63 ->
  shift_right_signed count (x mod 2 ^ 64) = x / 2 ^ count mod 2 ^ 64.
Proof. exact (shift_right_lane count x). Qed.

(** Two limbs, of a signed number. *)
Lemma words_of_two k r e v : 0 <= k <= 51 -> Forall2 column [100; 100] v ->
  number52 v = r * 2 ^ k + e * 2 ^ 104 -> - 2 ^ 103 <= r * 2 ^ k < 2 ^ 103 -> words_of_columns k v = r mod 2 ^ 128.
Proof.
  intros Hk Hv Ev Hr. destruct v as [|v0 [|v1 [|]]];
    try (repeat match goal with H : Forall2 _ _ _ |- _ => inversion H; subst; clear H end; fail).
  repeat match goal with H : Forall2 _ (_ :: _) _ |- _ =>
    inversion_clear H end. unfold column, number52 in *. cbn [value] in Ev.
  unfold words_of_columns, product_shift_0, product_shift_1, product_shift_2. rewrite !limb_carry_small by lia.
  assert (E52 : 2 ^ 52 = 2 ^ (52 - k) * 2 ^ k) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (E12 : 2 ^ 64 = 2 ^ (52 - k) * 2 ^ (12 + k)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  pose proof (power_positive k ltac:(lia)) as HP. pose proof (power_positive (12 + k) ltac:(lia)) as HP12.
  pose proof (power_positive (52 - k) ltac:(lia)) as HPA.
  pose proof (floor v0 (2 ^ 52) ltac:(lia)) as F0.
  unfold add, shift_right. rewrite (Z.mod_small (v1 + v0 / 2 ^ 52)) by lia.
  set (m := v1 + v0 / 2 ^ 52) in *.
  (* the sign of the top digit *)
  pose proof (Z.div_mod m (2 ^ 52) ltac:(lia)) as Dm. pose proof (Z.mod_pos_bound m (2 ^ 52) eq_refl) as Mm.
  assert (Et : exists t, - 2 ^ 51 <= t < 2 ^ 51 /\ shift_right_signed 12 (shift_left 64 m 12) = t mod 2 ^ 64 /\
    exists c, m = t + 2 ^ 52 * c).
  { unfold shift_left. assert (Em : (m * 2 ^ 12) mod 2 ^ 64 = m mod 2 ^ 52 * 2 ^ 12).
    { change (2 ^ 64) with (2 ^ 52 * 2 ^ 12). apply Z.mul_mod_distr_r; lia. }
    destruct (Z.ltb_spec (m mod 2 ^ 52) (2 ^ 51)).
    - exists (m mod 2 ^ 52). split; [lia|]. split; [|exists (m / 2 ^ 52); lia].
      rewrite Em, <- (Z.mod_small (m mod 2 ^ 52 * 2 ^ 12) (2 ^ 64)), signed_shift_is, Z.div_mul
        by lia. reflexivity.
    - exists (m mod 2 ^ 52 - 2 ^ 52). split; [lia|]. split; [|exists (m / 2 ^ 52 + 1); lia].
      rewrite Em, (Z.mod_unique ((m mod 2 ^ 52 - 2 ^ 52) * 2 ^ 12) (2 ^ 64) (-1) (m mod 2 ^ 52 * 2 ^ 12)) by lia.
      rewrite signed_shift_is, Z.div_mul by lia. reflexivity. }
  destruct Et as (t & Ht & -> & c & Ec). clear Dm Mm.
  set (K := 2 ^ k) in *. set (A := 2 ^ (52 - k)) in *. set (G := 2 ^ (12 + k)) in *.
  (* the digit below it *)
  set (f := v0 / 2 ^ 52) in *. set (a := r - A * t + (e - c) * (2 ^ 52 * A)).
  assert (Ea : v0 - 2 ^ 52 * f = a * K).
  { unfold a. replace ((r - A * t + (e - c) * (2 ^ 52 * A)) * K) with (r * K - (A * K) * t + (e - c) * (2 ^ 52 * (A *
      K))) by ring.
    rewrite <- E52. unfold m in Ec. lia. }
  assert (Ece : e = c).
  { assert (- 2 ^ 103 <= 2 ^ 52 * t + a * K < 2 ^ 103) by lia.
    assert (Er : r * K = 2 ^ 52 * t + a * K - (e - c) * 2 ^ 104).
    { unfold a. replace ((r - A * t + (e - c) * (2 ^ 52 * A)) * K) with (r * K - (A * K) * t + (e - c) * (2 ^ 52 * (A
        * K))) by ring.
      rewrite <- E52. ring. }
    lia. }
  subst e. assert (Er : r = A * t + a) by (unfold a; ring). clearbody a.
  assert (Ha : 0 <= a < A) by (split; [apply Z.lt_succ_r|]; apply (cancel K); lia).
  assert (Emask : (2 ^ 52 - 1) / K = 2 ^ (52 - k) - 1).
  { fold A. symmetry. apply (Z.div_unique _ _ _ (K - 1)); [left; lia|]. rewrite E52. ring. }
  rewrite Emask, land_mask by lia. fold A.
  assert (Ev0 : v0 / K = a + f * A).
  { replace v0 with ((a + f * A) * K); [apply Z.div_mul;
      lia|]. replace ((a + f * A) * K) with (a * K + f * (A * K)) by ring.
    rewrite <- E52. lia. }
  rewrite Ev0, Z.mod_add, (Z.mod_small a) by lia.
  rewrite bits_of_both by (fold A; lia). fold A.
  rewrite signed_shift_is by lia. fold G. rewrite Zmult_mod_idemp_l.
  rewrite (Z.mul_comm t A), E12 at 1. rewrite Z.mul_mod_distr_l by lia.
  pose proof (Z.div_mod t G ltac:(lia)) as Dt. pose proof (Z.mod_pos_bound t G ltac:(lia)) as Mt.
  set (h := t / G) in *. set (l := t mod G) in *. clearbody h l.
  pose proof (Z.div_mod h (2 ^ 64) ltac:(lia)) as Dh. pose proof (Z.mod_pos_bound h (2 ^ 64) eq_refl) as Mh.
  set (h' := h / 2 ^ 64) in *. set (l' := h mod 2 ^ 64) in *. clearbody h' l'.
  assert (0 <= A * l <= A * (G - 1)) by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg_l]; lia).
  apply (Z.mod_unique _ _ h'); [left; lia|]. rewrite Er, Dt, Dh.
  replace (A * (G * (2 ^ 64 * h' + l') + l)) with ((A * G) * (2 ^ 64 * h' + l') + A * l) by ring. rewrite <- E12. ring.
Qed.

Lemma canonical_of_signed q r : 0 < q < 2 ^ 127 -> - q <= r < q -> add_by_sign 128 (r mod 2 ^ 128) q = r mod q.
Proof.
  intros Hq Hr. unfold add_by_sign, negative, add. change (2 ^ (128 - 1)) with (2 ^ 127). destruct (Z.ltb_spec r 0).
  - rewrite <- (Z.mod_unique r (2 ^ 128) (-1) (r + 2 ^ 128)) by lia.
    destruct (Z.leb_spec (2 ^ 127) (r + 2 ^ 128)); [|lia].
    rewrite <- (Z.mod_unique (r + 2 ^ 128 + q) (2 ^ 128) 1 (r + q)) by lia. apply (Z.mod_unique _ _ (-1)); lia.
  - rewrite (Z.mod_small r (2 ^ 128)) by lia. destruct (Z.leb_spec (2 ^ 127) r);
      [lia|]. symmetry. apply Z.mod_small. lia.
Qed.

Lemma more_terms ns ms v : Forall2 column ns v -> Forall2 Z.le ns ms -> Forall2 column ms v.
Proof.
  intros H. revert ms. induction H as [|n c ns v Hc _ IH]; intros ms Hm; inversion_clear Hm as [|? m ? ms' Hnm Hms];
    constructor; [unfold column in *; lia|]. apply IH. exact Hms.
Qed.

(** ** Two vectors *)

Definition eltwise_product limbs b q x0 x1 y0 y1 :=
  let k := product_shifted_bits limbs - b in
  let xs := digits_of_words limbs 0 x0 x1 in let ys := digits_of_words limbs k y0 y1 in
  let columns := if limbs =? 2 then eltwise_product_2 b q xs ys else eltwise_product_3 b q xs ys in
  add_by_sign 128 (words_of_columns k columns) q.

Theorem eltwise_product_right limbs b q x0 x1 y0 y1 :
  let x := x0 + 2 ^ 64 * x1 in let y := y0 + 2 ^ 64 * y1 in let most := product_operand_factor limbs * q in
  limbs = 2 \/ limbs = 3 -> product_least_bits limbs <= b <= radix52_modulus_bits limbs -> 2 ^ (b - 1) <= q < 2 ^ b ->
  fits 64 x0 -> fits 64 x1 -> fits 64 y0 -> fits 64 y1 -> x < most -> y < most ->
  eltwise_product limbs b q x0 x1 y0 y1 = (x * y) mod q.
Proof.
  intros x y most HL Hb Hq Hx0 Hx1 Hy0 Hy1 Hx Hy.
  assert (Hxy0 : 0 <= x /\ 0 <= y) by (unfold fits, x, y in *; lia).
  assert (Hb2 : 2 <= b) by (unfold product_least_bits in Hb; destruct (limbs =? 2); lia).
  pose proof (power_positive (b - 1) ltac:(lia)) as Hb1.
  unfold eltwise_product. set (k := product_shifted_bits limbs - b).
  assert (Hk : 0 <= k <= 28 \/ limbs = 2 /\ 0 <= k <= 51).
  { unfold k, product_least_bits, radix52_modulus_bits, product_shifted_bits in *.
    destruct HL as [-> | ->]; cbn [Z.eqb Pos.eqb] in *; lia. }
  assert (Hfit : x * 2 ^ 0 < 2 ^ (52 * limbs) /\ y * 2 ^ k < 2 ^ (52 * limbs) /\ q < 2 ^ 124).
  { assert (H2k : 2 ^ b * 2 ^ k = 2 ^ product_shifted_bits limbs) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
    pose proof (power_positive k ltac:(lia)) as HPk.
    assert (y * 2 ^ k <= most * 2 ^ k) by (apply Z.mul_le_mono_nonneg_r; lia).
    unfold most, product_operand_factor, product_least_bits, radix52_modulus_bits, product_shifted_bits in *.
    destruct HL as [-> | ->]; cbn [Z.eqb Pos.eqb] in *.
    - assert (2 ^ b <= 2 ^ 98) by (apply Z.pow_le_mono_r;
        lia). assert (q * 2 ^ k < 2 ^ b * 2 ^ k) by (apply Z.mul_lt_mono_pos_r; lia). lia.
    - assert (2 ^ b <= 2 ^ 124) by (apply Z.pow_le_mono_r;
        lia). assert (q * 2 ^ k < 2 ^ b * 2 ^ k) by (apply Z.mul_lt_mono_pos_r; lia). lia. }
  destruct Hfit as (Hfx & Hfy & Hq124).
  destruct (digits_of_words_read limbs 0 x0 x1 HL ltac:(lia) Hx0 Hx1 Hfx) as [Ex Lx]. fold x in Ex.
  change (2 ^ 0) with 1 in Ex. rewrite Z.mul_1_r in Ex.
  destruct (digits_of_words_read limbs k y0 y1 HL ltac:(lia) Hy0 Hy1 Hfy) as [Ey Ly]. fold y in Ey.
  set (xs := digits_of_words limbs 0 x0 x1) in *. set (ys := digits_of_words limbs k y0 y1) in *. clearbody xs ys.
  destruct HL as [-> | ->]; cbn [Z.eqb Pos.eqb].
  - destruct (eltwise_product_two_limbs b q x y xs ys) as (r & e & E & Hr & <- & Hc); try assumption; try (split;
      tauto).
    fold k in E. rewrite (words_of_two k r e); [apply canonical_of_signed; lia|lia| |exact E|].
    + eapply more_terms; [exact Hc|]. repeat constructor; lia.
    + assert (H2k : 2 ^ b * 2 ^ k = 2 ^ 103) by (rewrite <- Z.pow_add_r by lia; f_equal; unfold k, product_shifted_bits;
        cbn [Z.eqb Pos.eqb]; lia).
      pose proof (power_positive k ltac:(lia)) as HPk.
      assert (q * 2 ^ k < 2 ^ b * 2 ^ k) by (apply Z.mul_lt_mono_pos_r; lia).
      assert (- q * 2 ^ k <= r * 2 ^ k < q * 2 ^ k) by (split;
        [apply Z.mul_le_mono_nonneg_r|apply Z.mul_lt_mono_pos_r]; lia). lia.
  - destruct (eltwise_product_three_limbs b q x y xs ys) as (r & e & E & Hr & <- & Hc); try assumption; try (split;
      tauto).
    fold k in E. rewrite (words_of_three k r e); [apply canonical_of_signed; lia|lia| |exact E].
    eapply more_terms; [exact Hc|]. repeat constructor; lia.
Qed.

(** ** A fixed multiplicand, and a summand z as a whole number *)

(** floor(x / 2^from) modulo 2^64, from > 0. *)
Definition word_digit from low high :=
  if from <? 64 then Z.lor (shift_right from low) (shift_left 64 high (64 - from)) else shift_right (from - 64) high.

(** Digits of D bits, times 2^F. *)
Definition narrow_digits limbs low high :=
  let fraction := row_fraction_bits limbs in let digit_bits := row_digit_bits fraction in
  let mask := (2 ^ 52 - 1) / 2 ^ fraction * 2 ^ fraction in
  shift_left 64 low fraction ::
  map (fun i => Z.land (word_digit (digit_bits * i - fraction) low high) mask) (if limbs =? 3 then [1; 2] else [1]).

Lemma word_digit_is from low high : 0 < from < 128 -> fits 64 low -> fits 64 high ->
  word_digit from low high = ((low + 2 ^ 64 * high) / 2 ^ from) mod 2 ^ 64.
Proof.
  intros Hf Hlow Hhigh. unfold fits, word_digit, shift_right in *. destruct (Z.ltb_spec from 64).
  - assert (E : 2 ^ 64 = 2 ^ (64 - from) * 2 ^ from) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
    pose proof (power_positive from ltac:(lia)) as HP. pose proof (power_positive (64 - from) ltac:(lia)) as HG.
    assert (Hn : 0 <= low / 2 ^ from < 2 ^ (64 - from)).
    { split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; lia]. }
    rewrite bits_of_both by lia. replace (low + 2 ^ 64 * high) with (low + high * 2 ^ (64 - from) * 2 ^ from)
      by (rewrite E; ring).
    rewrite Z.div_add by lia. set (G := 2 ^ (64 - from)) in *. set (n := low / 2 ^ from) in *. clearbody n.
    assert (Em : (high * G) mod 2 ^ 64 = high mod 2 ^ from * G) by (rewrite E, (Z.mul_comm G), Z.mul_mod_distr_r; lia).
    rewrite Em.
    pose proof (Z.div_mod high (2 ^ from) ltac:(lia)) as D. pose proof (Z.mod_pos_bound high (2 ^ from) ltac:(lia))
      as M.
    set (m := high mod 2 ^ from) in *. set (h := high / 2 ^ from) in *.
    assert (0 <= m * G <= (2 ^ from - 1) * G) by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg_r]; lia).
    apply (Z.mod_unique _ _ h); [left; lia|]. rewrite D, E. ring.
  - replace (2 ^ from) with (2 ^ 64 * 2 ^ (from - 64)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
    pose proof (power_positive (from - 64) ltac:(lia)) as HP.
    rewrite <- Z.div_div, (Z.mul_comm (2 ^ 64)), Z.div_add, (Z.div_small low) by lia. rewrite Z.add_0_l.
    symmetry. apply Z.mod_small. split; [apply Z.div_pos; lia|]. apply Z.div_lt_upper_bound; [lia|].
    assert (1 * high <= 2 ^ (from - 64) * high) by (apply Z.mul_le_mono_nonneg_r; lia).
    assert (1 * 2 ^ 64 <= 2 ^ (from - 64) * 2 ^ 64) by (apply Z.mul_le_mono_nonneg_r; lia). lia.
Qed.

(** The mask removes the bits below a digit and above it. *)
Lemma masked_digit y F D : 0 <= F -> 0 <= D -> F + D = 52 ->
  Z.land y ((2 ^ 52 - 1) / 2 ^ F * 2 ^ F) = (y / 2 ^ F) mod 2 ^ D * 2 ^ F.
Proof.
  intros HF HD Hsum. assert (Em : (2 ^ 52 - 1) / 2 ^ F = 2 ^ D - 1).
  { pose proof (power_positive F HF). assert (E : 2 ^ 52 = 2 ^ D * 2 ^ F) by (rewrite <- Z.pow_add_r by lia; f_equal;
      lia).
    symmetry. apply (Z.div_unique _ _ _ (2 ^ F - 1)); [left; lia|]. rewrite E. ring. }
  rewrite Em, <- land_mask by lia. apply Z.bits_inj'. intros n Hn. rewrite Z.land_spec. destruct (Z.ltb_spec n F).
  - rewrite !Z.mul_pow2_bits_low by lia. apply andb_false_r.
  - rewrite !Z.mul_pow2_bits by lia. rewrite Z.land_spec, Z.div_pow2_bits by lia. do 2 f_equal. lia.
Qed.

Lemma narrow_digits_read limbs low high : limbs = 2 \/ limbs = 3 -> fits 64 low -> fits 64 high ->
  let x := low + 2 ^ 64 * high in let F := row_fraction_bits limbs in let D := row_digit_bits F in x < 2 ^ (D * limbs)
    ->
  exists xs, digits_of (2 ^ D) xs /\ x = value (2 ^ D) xs /\
    Forall2 (fun x d => low52 d = x * 2 ^ F) xs (narrow_digits limbs low high) /\
    Z.of_nat (length (narrow_digits limbs low high)) = limbs.
Proof.
  intros HL Hlow Hhigh x F D Hx. assert (Hx0 : 0 <= x) by (unfold fits, x in *; lia).
  assert (HFD : F + D = 52 /\ 0 < F < D /\ D * limbs <= 129).
  { unfold D, F, row_digit_bits, row_fraction_bits. destruct HL as [-> | ->]; cbn [Z.eqb Pos.eqb]; lia. }
  destruct HFD as (HFD & HF & HD). pose proof (power_positive F ltac:(lia))
    as HPF. pose proof (power_positive D ltac:(lia)) as HPD.
  assert (E52 : 2 ^ 52 = 2 ^ D * 2 ^ F) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (Hfirst : low52 (shift_left 64 low F) = x mod 2 ^ D * 2 ^ F).
  { unfold shift_left. rewrite low52_of_lane. rewrite <- Z.mul_mod_distr_r, <- E52 by lia.
    symmetry. apply (low52_shift _ _ (2 ^ 12 * high * 2 ^ F)). unfold x. ring. }
  assert (Hother : forall i, 0 < i -> i < limbs ->
    low52 (Z.land (word_digit (D * i - F) low high) ((2 ^ 52 - 1) / 2 ^ F * 2 ^ F)) =
    x / 2 ^ (D * i) mod 2 ^ D * 2 ^ F).
  { intros i Hi HiL. assert (D * 1 <= D * i <= D * (limbs - 1)) by (split; apply Z.mul_le_mono_nonneg_l; lia).
    rewrite word_digit_is by (try assumption; lia). fold x. rewrite (masked_digit _ F D) by lia.
    rewrite low52_small.
    2: { pose proof (Z.mod_pos_bound ((x / 2 ^ (D * i - F)) mod 2 ^ 64 / 2 ^ F) (2 ^ D) ltac:(lia)) as M.
         split; [apply Z.mul_nonneg_nonneg; lia|]. rewrite E52. apply Z.mul_lt_mono_pos_r; lia. }
    f_equal. replace (D * i) with (D * i - F + F) at 2 by lia. rewrite Z.pow_add_r by lia.
    pose proof (power_positive (D * i - F) ltac:(lia)) as HPi. rewrite <- Z.div_div by lia.
    set (y := x / 2 ^ (D * i - F)) in *.
    assert (E64 : 2 ^ 64 = 2 ^ (12 + D) * 2 ^ F) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
    pose proof (Z.div_mod y (2 ^ 64) ltac:(lia)) as Dy.
    assert (Ey : y / 2 ^ F = y mod 2 ^ 64 / 2 ^ F + y / 2 ^ 64 * 2 ^ 12 * 2 ^ D).
    { rewrite Dy at 1. rewrite E64 at 1.
      replace (2 ^ (12 + D) * 2 ^ F * (y / 2 ^ 64) + y mod 2 ^ 64) with (y mod 2 ^ 64 + 2 ^ (12 + D) * (y / 2 ^ 64) *
        2 ^ F) by ring.
      rewrite Z.div_add by lia. rewrite Z.pow_add_r by lia. ring. }
    rewrite Ey, Z.mod_add by lia. reflexivity. }
  unfold narrow_digits. fold F. fold D.
  destruct HL as [-> | ->]; cbn [Z.eqb Pos.eqb map length].
  - exists [x mod 2 ^ D; x / 2 ^ (D * 1) mod 2 ^ D]. split; [|split; [|split; [|reflexivity]]].
    + repeat constructor; apply Z.mod_pos_bound; lia.
    + cbn [value]. rewrite Z.mul_1_r in *. rewrite (Z.mod_small (x / 2 ^ D)).
      * pose proof (Z.div_mod x (2 ^ D) ltac:(lia)). lia.
      * split; [apply Z.div_pos; lia|]. apply Z.div_lt_upper_bound; [lia|]. rewrite <- Z.pow_add_r by lia.
        replace (D + D) with (D * 2) by lia. exact Hx.
    + constructor; [exact Hfirst|]. constructor; [apply Hother; lia|constructor].
  - exists [x mod 2 ^ D; x / 2 ^ (D * 1) mod 2 ^ D; x / 2 ^ (D * 2) mod 2 ^ D]. split; [|split; [|split;
      [|reflexivity]]].
    + repeat constructor; apply Z.mod_pos_bound; lia.
    + cbn [value]. rewrite Z.mul_1_r in *. replace (D * 2) with (D + D) by lia. rewrite Z.pow_add_r, <- Z.div_div
      by lia.
      rewrite (Z.mod_small (x / 2 ^ D / 2 ^ D)).
      * pose proof (Z.div_mod x (2 ^ D) ltac:(lia)). pose proof (Z.div_mod (x / 2 ^ D) (2 ^ D) ltac:(lia)). lia.
      * split; [apply Z.div_pos; [apply Z.div_pos|]; lia|]. rewrite Z.div_div by lia. apply Z.div_lt_upper_bound;
        [lia|].
        rewrite <- !Z.pow_add_r by lia. replace (D + D + D) with (D * 3) by lia. exact Hx.
    + constructor; [exact Hfirst|]. constructor; [apply Hother; lia|]. constructor; [apply Hother; lia|constructor].
Qed.

Definition row_product_words (adds : bool) limbs b q w x0 x1 z :=
  let product := words_of_columns (row_fraction_bits limbs) (narrow_product adds limbs b q w z (narrow_digits limbs x0
    x1)) in
  add_by_sign 128 (if adds then add 128 product z else product) q.

(** Operands have the ranges that the kernels give them: below q for two limbs, below 8 q for three. *)
Theorem row_product_right adds limbs b q w x0 x1 z most :
  let x := x0 + 2 ^ 64 * x1 in
  limbs = 2 \/ limbs = 3 -> product_least_bits limbs <= b <= radix52_modulus_bits limbs -> 2 ^ (b - 1) <= q < 2 ^ b ->
  most <= 8 -> (limbs = 2 -> most <= product_operand_factor 2) -> 0 <= w < q -> fits 64 x0 -> fits 64 x1 ->
    x < most * q ->
  0 <= z < most * q -> (adds = false -> z = 0) ->
  row_product_words adds limbs b q w x0 x1 z = (x * w + z) mod q.
Proof.
  intros x HL Hb Hq Hmost Hmost2 Hw Hx0 Hx1 Hx Hz Hadds.
  assert (Hb2 : 2 <= b) by (unfold product_least_bits in Hb; destruct (limbs =? 2); lia).
  pose proof (power_positive (b - 1) ltac:(lia)) as Hb1.
  assert (Hfit : x < 2 ^ (row_digit_bits (row_fraction_bits limbs) * limbs) /\ q < 2 ^ 124).
  { unfold row_digit_bits, row_fraction_bits, product_least_bits, radix52_modulus_bits, product_operand_factor in *.
    destruct HL as [-> | ->]; cbn [Z.eqb Pos.eqb] in *.
    - assert (2 ^ b <= 2 ^ 98) by (apply Z.pow_le_mono_r;
        lia). assert (most * q <= 1 * q) by (apply Z.mul_le_mono_nonneg_r; lia). lia.
    - assert (2 ^ b <= 2 ^ 124) by (apply Z.pow_le_mono_r;
        lia). assert (most * q <= 8 * q) by (apply Z.mul_le_mono_nonneg_r; lia). lia. }
  destruct Hfit as [Hfit Hq124].
  destruct (narrow_digits_read limbs x0 x1 HL Hx0 Hx1 Hfit) as (xs & Hxs & Ex & Hds & Ld). fold x in Ex.
  destruct (narrow_product_in_range adds limbs b q w x z most xs (narrow_digits limbs x0 x1))
    as (r & e & E & Er & Hr & Hsign & Hc);
    try assumption.
  rewrite <- Er. unfold row_product_words. set (v := narrow_product adds limbs b q w z (narrow_digits limbs x0 x1)) in
    *.
    clearbody v.
  assert (Ew : words_of_columns (row_fraction_bits limbs) v = (r - z) mod 2 ^ 128).
  { destruct HL as [-> | ->]; unfold row_fraction_bits in *; cbn [Z.eqb Pos.eqb] in *.
    - assert (L2 : length (narrow_digits 2 x0 x1) = 2%nat) by lia. rewrite L2 in Hc.
      apply (words_of_two 3 (r - z) e); [lia| |rewrite E; lia|exact Hsign].
      eapply more_terms; [exact Hc|]. repeat constructor; lia.
    - assert (L3 : length (narrow_digits 3 x0 x1) = 3%nat) by lia. rewrite L3 in Hc.
      apply (words_of_three 9 (r - z) e); [lia| |rewrite E; lia].
      eapply more_terms; [exact Hc|]. repeat constructor; lia. }
  rewrite Ew. destruct adds.
  - unfold add. rewrite Zplus_mod_idemp_l. replace (r - z + z) with r by ring. apply canonical_of_signed; lia.
  - rewrite (Hadds eq_refl), Z.sub_0_r. apply canonical_of_signed; lia.
Qed.
