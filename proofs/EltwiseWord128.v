(** Element-wise operations on 128-bit words in limbs of 52 bits, for all factors of their operands: sections 9.1, 13.14
    and 13.15 of docs/bounds. *)
From Ringlet Require Import Words Constants ProductColumns EltwiseProducts NarrowRows Eltwise EltwiseWords.

Definition low_word x := x mod 2 ^ 64.
Definition high_word x := x / 2 ^ 64.

Lemma word128 x : fits 128 x -> fits 64 (low_word x) /\ fits 64 (high_word x) /\
  low_word x + 2 ^ 64 * high_word x = x.
Proof.
  unfold fits, low_word, high_word. intros Hx. pose proof (Z.div_mod x (2 ^ 64) ltac:(lia)).
  pose proof (Z.mod_pos_bound x (2 ^ 64) eq_refl). split; [assumption|]. split; [|lia].
  split; [apply Z.div_pos|apply Z.div_lt_upper_bound]; lia.
Qed.

(** operand<Factor>: reduces from below 2^n q to the operands that products take; three limbs take everything as it
    is. *)
Definition radix52_operand once limbs n q x :=
  if product_ignores_factors limbs then x else canonical_word once n q x.

Lemma radix52_operand_is once limbs n q x : limbs = 2 \/ limbs = 3 -> 0 < q < 2 ^ 124 -> conditional 128 once ->
  (n <= 3)%nat -> 0 <= x < 2 ^ Z.of_nat n * q ->
  let v := radix52_operand once limbs n q x in
  v mod q = x mod q /\ 0 <= v < (if limbs =? 2 then 1 else 2 ^ Z.of_nat n) * q /\ fits 128 v.
Proof.
  intros HL Hq Ho Hn Hx. cbv zeta. unfold radix52_operand, product_ignores_factors, fits.
  assert (HP : 2 ^ Z.of_nat n * q <= 2 ^ 3 * 2 ^ 124)
    by (apply Z.mul_le_mono_nonneg; [apply Z.pow_nonneg|apply Z.pow_le_mono_r| |]; lia).
  destruct HL as [-> | ->]; cbn [Z.eqb Pos.eqb].
  - rewrite (canonical_word_is 128) by (assumption || lia). pose proof (Z.mod_pos_bound x q ltac:(lia)).
    rewrite Z.mod_mod by lia. lia.
  - split; [reflexivity|lia].
Qed.

Definition radix52_mul once limbs b n q x y :=
  let x := radix52_operand once limbs n q x in let y := radix52_operand once limbs n q y in
  eltwise_product limbs b q (low_word x) (high_word x) (low_word y) (high_word y).
Definition radix52_mul_fixed (adds : bool) once limbs b n q w x z :=
  let x := radix52_operand once limbs n q x in
  row_product_words adds limbs b q w (low_word x) (high_word x)
    (if adds then radix52_operand once limbs n q z else 0).

(** Products of operands below 2^n q, up to 4 q; products by fixed multiplicands up to 8 q, with a summand of the same
    range or without one; and mul_sub. *)
Theorem eltwise_word128 once limbs b n q w x y z :
  limbs = 2 \/ limbs = 3 -> product_least_bits limbs <= b <= radix52_modulus_bits limbs -> 2 ^ (b - 1) <= q < 2 ^ b ->
  conditional 128 once -> (n <= 3)%nat -> 0 <= w < q -> 0 <= x < 2 ^ Z.of_nat n * q -> 0 <= y < 2 ^ Z.of_nat n * q ->
  0 <= z < 2 ^ Z.of_nat n * q ->
  radix52_mul_fixed false once limbs b n q w x z = (x * w) mod q /\
  radix52_mul_fixed true once limbs b n q w x z = (x * w + z) mod q /\
  ((n <= 2)%nat -> radix52_mul once limbs b n q x y = (x * y) mod q /\
   add_if_negative 128 (sub 128 (radix52_mul once limbs b n q x y) (canonical_word once n q z)) q =
     (x * y - z) mod q /\
   add_by_sign 128 (sub 128 (radix52_mul once limbs b n q x y) (canonical_word once n q z)) q = (x * y - z) mod q).
Proof.
  intros HL Hb Hq Ho Hn Hw Hx Hy Hz.
  assert (Hq124 : 0 < q < 2 ^ 124).
  { assert (2 <= b <= 124).
    { unfold product_least_bits, radix52_modulus_bits in Hb. destruct HL as [-> | ->]; cbn [Z.eqb Pos.eqb] in Hb; lia. }
    pose proof (power_positive (b - 1) ltac:(lia)). assert (2 ^ b <= 2 ^ 124) by (apply Z.pow_le_mono_r; lia). lia. }
  assert (H8 : 2 ^ Z.of_nat n <= 8) by (change 8 with (2 ^ 3); apply Z.pow_le_mono_r; lia).
  set (most := if limbs =? 2 then 1 else 2 ^ Z.of_nat n).
  assert (Hmost : most <= 8 /\ (limbs = 2 -> most <= product_operand_factor 2)).
  { unfold most, product_operand_factor. destruct HL as [-> | ->]; cbn [Z.eqb Pos.eqb]; lia. }
  destruct (radix52_operand_is once limbs n q x HL Hq124 Ho Hn Hx) as (Ex & Rx & Fx).
  destruct (radix52_operand_is once limbs n q y HL Hq124 Ho Hn Hy) as (Ey & Ry & Fy).
  destruct (radix52_operand_is once limbs n q z HL Hq124 Ho Hn Hz) as (Ez & Rz & _).
  unfold radix52_mul, radix52_mul_fixed. cbv zeta.
  set (u := radix52_operand once limbs n q x) in *. set (v := radix52_operand once limbs n q y) in *.
  set (s := radix52_operand once limbs n q z) in *. clearbody u v s. fold most in Rx, Ry, Rz.
  destruct (word128 u Fx) as (Lu & Hu & Eu). destruct (word128 v Fy) as (Lv & Hv & Ev).
  split; [|split].
  - rewrite (row_product_right false limbs b q w _ _ 0 most); rewrite ?Eu; try tauto; try lia.
    rewrite Z.add_0_r, <- Zmult_mod_idemp_l, Ex, Zmult_mod_idemp_l. reflexivity.
  - rewrite (row_product_right true limbs b q w _ _ s most); rewrite ?Eu; try tauto; try lia; try discriminate.
    rewrite <- Z.add_mod_idemp_r, Ez, Z.add_mod_idemp_r by lia.
    rewrite <- Z.add_mod_idemp_l, <- Zmult_mod_idemp_l, Ex, Zmult_mod_idemp_l, Z.add_mod_idemp_l by lia. reflexivity.
  - intros Hn2.
    assert (H4 : most <= product_operand_factor limbs).
    { unfold most, product_operand_factor. assert (2 ^ Z.of_nat n <= 2 ^ 2) by (apply Z.pow_le_mono_r; lia).
      destruct HL as [-> | ->]; cbn [Z.eqb Pos.eqb]; lia. }
    assert (most * q <= product_operand_factor limbs * q) by (apply Z.mul_le_mono_nonneg_r; lia).
    assert (E : eltwise_product limbs b q (low_word u) (high_word u) (low_word v) (high_word v) = (x * y) mod q).
    { rewrite (eltwise_product_right limbs b q); rewrite ?Eu, ?Ev; try assumption; try lia.
      rewrite Z.mul_mod, Ex, Ey, <- Z.mul_mod by lia. reflexivity. }
    rewrite E. split; [reflexivity|].
    assert (2 ^ Z.of_nat n * q <= 8 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
    destruct (eltwise_sums 128 once n q (x * y) z) as (_ & H1 & H2); try assumption; lia.
Qed.
