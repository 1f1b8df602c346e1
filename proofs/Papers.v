(** The papers' 128-bit-word product: section 12 of docs/bounds/word128.md, for every q in range. Limbs have 64
    bits. *)
From Coq Require Import List.
From Ringlet Require Import Words Constants Barrett Montgomery.
Import ListNotations.

Definition low_limb_of x := x mod 2 ^ 64.
Definition high_limb_of x := x / 2 ^ 64.
Definition add_with_carry x y carry := ((x + y + carry) mod 2 ^ 64, (x + y + carry) / 2 ^ 64).

(** low + 2^64 middle + 2^128 high in four limbs, each of the three a 128-bit word. *)
Definition sum_of_columns low middle high : list Z :=
  let (limb1, carry) := add_with_carry (high_limb_of low) (low_limb_of middle) 0 in
  let (limb2, carry) := add_with_carry (low_limb_of high) (high_limb_of middle) carry in
  let (limb3, _) := add_with_carry (high_limb_of high) 0 carry in
  [low_limb_of low; limb1; limb2; limb3].

Definition schoolbook_middle x y :=
  add 128 (high_limb_of x * low_limb_of y) (low_limb_of x * high_limb_of y).
(** The carry of each sum adds the other sum to the high limb; the product of the carries counts 2^128. *)
Definition karatsuba_middle x y :=
  let low := low_limb_of x * low_limb_of y in let high := high_limb_of x * high_limb_of y in
  let (x_sum, x_carry) := add_with_carry (low_limb_of x) (high_limb_of x) 0 in
  let (y_sum, y_carry) := add_with_carry (low_limb_of y) (high_limb_of y) 0 in
  let product := x_sum * y_sum in
  let top := high_limb_of product in
  let top := if x_carry =? 0 then top else add 64 top y_sum in
  let top := if y_carry =? 0 then top else add 64 top x_sum in
  sub 128 (sub 128 (low_limb_of product + 2 ^ 64 * top) low) high.
Definition multiply_limbs (karatsuba : bool) x y :=
  sum_of_columns (low_limb_of x * low_limb_of y) (if karatsuba then karatsuba_middle x y else schoolbook_middle x y)
    (high_limb_of x * high_limb_of y).

(** Two limbs, from the one after [skipped] limbs on, shifted right by [count] bits. *)
Definition limbs_from (skipped : nat) count (limbs : list Z) :=
  let pair i := add 64 (shift_right count (nth i limbs 0)) (shift_left 64 (nth (S i) limbs 0) (64 - count)) in
  pair skipped + 2 ^ 64 * pair (S skipped).

Definition papers_product karatsuba (skipped : nat) b q x y :=
  let product := multiply_limbs karatsuba x y in
  let top := limbs_from skipped (papers_shift b (Z.of_nat skipped)) product in
  let quotient := multiply_limbs karatsuba top (product_quotient 128 b q) in
  let multiple := mul_low 128 (nth 2 quotient 0 + 2 ^ 64 * nth 3 quotient 0) q in
  let r := sub 128 (nth 0 product 0 + 2 ^ 64 * nth 1 product 0) multiple in
  if r <? q then r else r - q.

Lemma double_limbs x : fits 128 x -> x = low_limb_of x + 2 ^ 64 * high_limb_of x /\ fits 64 (low_limb_of x) /\
  fits 64 (high_limb_of x).
Proof.
  unfold fits, low_limb_of, high_limb_of. intros Hx. pose proof (Z.div_mod x (2 ^ 64) ltac:(lia)).
  pose proof (Z.mod_pos_bound x (2 ^ 64) eq_refl). lia.
Qed.

(** Karatsuba's middle column equals the schoolbook one, if it fits two limbs. *)
Theorem karatsuba_is_schoolbook x y : fits 128 x -> fits 128 y ->
  high_limb_of x * low_limb_of y + low_limb_of x * high_limb_of y < 2 ^ 128 ->
  karatsuba_middle x y = high_limb_of x * low_limb_of y + low_limb_of x * high_limb_of y /\
  schoolbook_middle x y = high_limb_of x * low_limb_of y + low_limb_of x * high_limb_of y.
Proof.
  intros Hx Hy Hm. destruct (double_limbs x Hx) as (_ & Hx0 & Hx1). destruct (double_limbs y Hy) as (_ & Hy0 & Hy1).
  unfold karatsuba_middle, schoolbook_middle, add_with_carry. unfold fits in *.
  set (x0 := low_limb_of x) in *. set (x1 := high_limb_of x) in *. set (y0 := low_limb_of y) in *. set (y1 :=
    high_limb_of y) in *.
  clearbody x0 x1 y0 y1. rewrite !Z.add_0_r.
  assert (H01 : 0 <= x0 * y1) by (apply Z.mul_nonneg_nonneg; lia).
  assert (H10 : 0 <= x1 * y0) by (apply Z.mul_nonneg_nonneg; lia).
  split; [|unfold add; rewrite Z.mod_small by lia; reflexivity].
  pose proof (Z.div_mod (x0 + x1) (2 ^ 64) ltac:(lia))
    as Dx. pose proof (Z.mod_pos_bound (x0 + x1) (2 ^ 64) eq_refl) as Mx.
  pose proof (Z.div_mod (y0 + y1) (2 ^ 64) ltac:(lia))
    as Dy. pose proof (Z.mod_pos_bound (y0 + y1) (2 ^ 64) eq_refl) as My.
  set (s := (x0 + x1) mod 2 ^ 64) in *. set (c := (x0 + x1) / 2 ^ 64) in *.
  set (t := (y0 + y1) mod 2 ^ 64) in *. set (e := (y0 + y1) / 2 ^ 64) in *. clearbody s c t e.
  assert (Hc : c = 0 \/ c = 1) by lia. assert (He : e = 0 \/ e = 1) by lia.
  unfold sub, add, low_limb_of, high_limb_of.
  pose proof (Z.div_mod (s * t) (2 ^ 64) ltac:(lia))
    as Dp. set (l := (s * t) mod 2 ^ 64) in *. set (h := s * t / 2 ^ 64) in *.
  clearbody l h. rewrite Zminus_mod_idemp_l.
  assert (Esum : (s + 2 ^ 64 * c) * (t + 2 ^ 64 * e) = (x0 + x1) * (y0 + y1)) by (rewrite Dx, Dy; ring).
  set (top := if e =? 0 then _ else _).
  assert (Etop : exists k, top = h + c * t + e * s - k * 2 ^ 64).
  { unfold top. destruct Hc as [-> | ->], He as [-> | ->]; cbn [Z.eqb].
    - exists 0. lia.
    - exists ((h + s) / 2 ^ 64). pose proof (Z.div_mod (h + s) (2 ^ 64) ltac:(lia)). lia.
    - exists ((h + t) / 2 ^ 64). pose proof (Z.div_mod (h + t) (2 ^ 64) ltac:(lia)). lia.
    - exists ((h + t + s) / 2 ^ 64). rewrite Zplus_mod_idemp_l. pose proof (Z.div_mod (h + t + s) (2 ^ 64)
        ltac:(lia)). lia. }
  destruct Etop as [k ->]. symmetry. apply (Z.mod_unique _ _ (- k - c * e)); [left; lia|]. lia.
Qed.

Lemma sum_of_columns_value low middle high : fits 128 low -> fits 128 middle -> fits 128 high ->
  low + 2 ^ 64 * middle + 2 ^ 128 * high < 2 ^ 256 ->
  exists l0 l1 l2 l3, sum_of_columns low middle high = [l0; l1; l2; l3] /\
    low + 2 ^ 64 * middle + 2 ^ 128 * high = l0 + 2 ^ 64 * l1 + 2 ^ 128 * l2 + 2 ^ 192 * l3 /\
    fits 64 l0 /\ fits 64 l1 /\ fits 64 l2 /\ fits 64 l3.
Proof.
  intros Hl Hm Hh Htotal. unfold sum_of_columns, add_with_carry. do 4 eexists. split; [reflexivity|].
  destruct (double_limbs low Hl) as (El & Hl0 & Hl1). destruct (double_limbs middle Hm) as (Em & Hm0 & Hm1).
  destruct (double_limbs high Hh) as (Eh & Hh0 & Hh1). unfold fits in *.
  set (a0 := low_limb_of low) in *. set (a1 := high_limb_of low) in *. set (b0 := low_limb_of middle) in *.
  set (b1 := high_limb_of middle) in *. set (c0 := low_limb_of high) in *. set (c1 := high_limb_of high) in *.
  clearbody a0 a1 b0 b1 c0 c1. subst low middle high.
  pose proof (Z.div_mod (a1 + b0 + 0) (2 ^ 64) ltac:(lia))
    as D1. pose proof (Z.mod_pos_bound (a1 + b0 + 0) (2 ^ 64) eq_refl).
  set (k1 := (a1 + b0 + 0) / 2 ^ 64) in *. set (l1 := (a1 + b0 + 0) mod 2 ^ 64) in *. clearbody k1 l1.
  pose proof (Z.div_mod (c0 + b1 + k1) (2 ^ 64) ltac:(lia))
    as D2. pose proof (Z.mod_pos_bound (c0 + b1 + k1) (2 ^ 64) eq_refl).
  set (k2 := (c0 + b1 + k1) / 2 ^ 64) in *. set (l2 := (c0 + b1 + k1) mod 2 ^ 64) in *. clearbody k2 l2.
  rewrite (Z.mod_small (c1 + 0 + k2)) by lia. repeat split; lia.
Qed.

(** All four limbs, if the middle column fits two. *)
Lemma multiply_limbs_value karatsuba x y : fits 128 x -> fits 128 y ->
  high_limb_of x * low_limb_of y + low_limb_of x * high_limb_of y < 2 ^ 128 ->
  exists l0 l1 l2 l3, multiply_limbs karatsuba x y = [l0; l1; l2; l3] /\
    x * y = l0 + 2 ^ 64 * l1 + 2 ^ 128 * l2 + 2 ^ 192 * l3 /\ fits 64 l0 /\ fits 64 l1 /\ fits 64 l2 /\ fits 64 l3.
Proof.
  intros Hx Hy Hm. destruct (karatsuba_is_schoolbook x y Hx Hy Hm) as [Ek Es].
  destruct (double_limbs x Hx) as (Ex & Hx0 & Hx1). destruct (double_limbs y Hy) as (Ey & Hy0 & Hy1).
  unfold multiply_limbs. rewrite Ek, Es.
  replace (if karatsuba then _ else _) with (high_limb_of x * low_limb_of y + low_limb_of x * high_limb_of y)
    by (destruct karatsuba; reflexivity).
  unfold fits in *. set (x0 := low_limb_of x) in *. set (x1 := high_limb_of x) in *.
  set (y0 := low_limb_of y) in *. set (y1 := high_limb_of y) in *. clearbody x0 x1 y0 y1.
  assert (Exy : x * y = x0 * y0 + 2 ^ 64 * (x1 * y0 + x0 * y1) + 2 ^ 128 * (x1 * y1)) by (rewrite Ex, Ey; ring).
  assert (x * y <= (2 ^ 128 - 1) * (2 ^ 128 - 1)) by (apply Z.mul_le_mono_nonneg; lia).
  assert (H0 : 0 <= x0 * y0 <= (2 ^ 64 - 1) * (2 ^ 64 - 1)) by (split;
    [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg]; lia).
  assert (H1 : 0 <= x1 * y1 <= (2 ^ 64 - 1) * (2 ^ 64 - 1)) by (split;
    [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg]; lia).
  assert (0 <= x1 * y0) by (apply Z.mul_nonneg_nonneg; lia). assert (0 <= x0 * y1) by (apply Z.mul_nonneg_nonneg; lia).
  destruct (sum_of_columns_value (x0 * y0) (x1 * y0 + x0 * y1) (x1 * y1)) as (l0 & l1 & l2 & l3 & E & V & F);
    unfold fits; try lia.
  exists l0, l1, l2, l3. split; [exact E|]. split; [rewrite Exy; exact V|exact F].
Qed.

(** A pair of neighbouring limbs, shifted. *)
Lemma shifted_pair a b count : 0 <= count < 64 -> fits 64 a -> fits 64 b ->
  let C := 2 ^ count in
  add 64 (shift_right count a) (shift_left 64 b (64 - count)) = a / C + 2 ^ (64 - count) * (b mod C).
Proof.
  intros Hc Ha Hb C. unfold fits, add, shift_right, shift_left in *. fold C.
  assert (E : C * 2 ^ (64 - count) = 2 ^ 64) by (unfold C; rewrite <- Z.pow_add_r by lia; f_equal; lia).
  pose proof (power_positive count ltac:(lia))
    as HC. fold C in HC. pose proof (power_positive (64 - count) ltac:(lia)) as HG.
  set (G := 2 ^ (64 - count)) in *. clearbody C G.
  assert (Eb : (b * G) mod 2 ^ 64 = G * (b mod C)) by (rewrite <- E, Z.mul_mod_distr_r by lia; ring).
  rewrite Eb. apply Z.mod_small. pose proof (Z.mod_pos_bound b C HC) as Hm. pose proof (floor a C HC) as Fa.
  set (m := b mod C) in *. set (n := a / C) in *. clearbody m n.
  assert (n < G) by (apply (cancel C); lia). assert (0 <= n) by (apply Z.lt_succ_r, (cancel C); lia).
  assert (0 <= G * m <= G * (C - 1)) by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg_l]; lia). lia.
Qed.

(** Three neighbouring limbs whose shifted value has two limbs. *)
Lemma shifted_limbs a b c count : 0 <= count < 64 -> fits 64 a -> fits 64 b -> fits 64 c -> c < 2 ^ count ->
  let pair u v := add 64 (shift_right count u) (shift_left 64 v (64 - count)) in
  pair a b + 2 ^ 64 * pair b c = (a + 2 ^ 64 * b + 2 ^ 128 * c) / 2 ^ count.
Proof.
  intros Hc Ha Hb Hcl Hlt. cbv beta zeta. rewrite !shifted_pair by assumption. unfold fits in *.
  assert (E : 2 ^ count * 2 ^ (64 - count) = 2 ^ 64) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  pose proof (power_positive count ltac:(lia)) as HC.
  set (C := 2 ^ count) in *. set (G := 2 ^ (64 - count)) in *. clearbody C G.
  rewrite (Z.mod_small c) by lia. pose proof (Z.div_mod b C ltac:(lia)) as Db.
  replace (a + 2 ^ 64 * b + 2 ^ 128 * c) with (a + (G * b + 2 ^ 64 * (G * c)) * C)
    by (change (2 ^ 128) with (2 ^ 64 * 2 ^ 64); rewrite <- E; ring).
  rewrite Z.div_add by lia. rewrite Db at 3.
  replace (G * (C * (b / C) + b mod C)) with ((C * G) * (b / C) + G * (b mod C)) by ring. rewrite E. ring.
Qed.

Lemma middle_of x y n k : fits 128 x -> fits 128 y -> x < 2 ^ 64 * 2 ^ n -> y <= 2 ^ 64 * 2 ^ k -> 0 <= n <= 62 ->
  0 <= k <= 63 ->
  high_limb_of x * low_limb_of y + low_limb_of x * high_limb_of y < 2 ^ 128.
Proof.
  intros Hx Hy Hxn Hyk Hn Hk. destruct (double_limbs x Hx) as (Ex & Hx0 & Hx1). destruct (double_limbs y Hy)
    as (Ey & Hy0 & Hy1).
  unfold fits in *. set (x0 := low_limb_of x) in *. set (x1 := high_limb_of x) in *.
  set (y0 := low_limb_of y) in *. set (y1 := high_limb_of y) in *. clearbody x0 x1 y0 y1.
  assert (2 ^ n <= 2 ^ 62) by (apply Z.pow_le_mono_r; lia). assert (2 ^ k <= 2 ^ 63) by (apply Z.pow_le_mono_r; lia).
  assert (x1 * y0 <= (2 ^ 62 - 1) * (2 ^ 64 - 1)) by (apply Z.mul_le_mono_nonneg; lia).
  assert (x0 * y1 <= (2 ^ 64 - 1) * 2 ^ 63) by (apply Z.mul_le_mono_nonneg; lia). lia.
Qed.

(** The product is canonical: one conditional subtraction is enough. *)
Theorem papers_product_right karatsuba skipped b q x y : skipped = 0%nat \/ skipped = 1%nat ->
  papers_least_bits (Z.of_nat skipped) <= b <= papers_most_bits (Z.of_nat skipped) ->
  2 ^ (b - 1) <= q < 2 ^ b -> 0 <= x < q -> 0 <= y < q ->
  papers_product karatsuba skipped b q x y = (x * y) mod q.
Proof.
  intros Hs Hb Hq Hx Hy. unfold papers_product.
  assert (Hb' : 2 <= b <= 124 /\ 0 <= papers_shift b (Z.of_nat skipped) < 64 /\
    papers_shift b (Z.of_nat skipped) + 64 * Z.of_nat skipped = b - 2 /\ (skipped = 0%nat -> b <= 65)).
  { unfold papers_least_bits, papers_most_bits, papers_shift in *. destruct Hs as [-> | ->]; cbn in *; lia. }
  destruct Hb' as (Hb2 & Hshift & Eshift & Hb65). clear Hb. set (count := papers_shift b (Z.of_nat skipped)) in *.
    clearbody count.
  destruct (powers_of_length 128 b ltac:(lia)) as (E1 & E2 & E3 & E4 & P1 & P2).
  assert (H124 : 2 ^ b <= 2 ^ 124) by (apply Z.pow_le_mono_r; lia).
  assert (Hxy : 0 <= x * y <= (q - 1) * (q - 1)) by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg];
    lia).
  assert (Hfx : fits 128 x) by (unfold fits; lia). assert (Hfy : fits 128 y) by (unfold fits; lia).
  destruct (multiply_limbs_value karatsuba x y Hfx Hfy) as (l0 & l1 & l2 & l3 & -> & EP & F0 & F1 & F2 & F3).
  { apply (middle_of x y 60 60); try assumption; lia. }
  set (D := 2 ^ (b - 2)) in *.
  assert (Htop : limbs_from skipped count [l0; l1; l2; l3] = x * y / D).
  { unfold limbs_from. assert (EC : D = 2 ^ count * 2 ^ (64 * Z.of_nat skipped)).
    { unfold D. rewrite <- Z.pow_add_r by lia. f_equal. lia. }
    assert (HxyD : x * y < 2 ^ 126 * D).
    { assert ((q - 1) * (q - 1) <= 2 ^ 124 * (4 * D - 1)) by (apply Z.mul_le_mono_nonneg; lia). lia. }
    pose proof (power_positive count ltac:(lia)) as HC. unfold fits in *. rewrite EP. destruct Hs as [-> | ->];
      cbn [nth].
    - change (2 ^ (64 * Z.of_nat 0)) with 1 in EC. rewrite Z.mul_1_r in EC.
      assert (2 ^ b <= 2 ^ 65) by (apply Z.pow_le_mono_r; lia).
      assert (l3 = 0) by lia. subst l3. rewrite EC in *.
      rewrite shifted_limbs; unfold fits; try lia. f_equal. lia.
    - change (2 ^ (64 * Z.of_nat 1)) with (2 ^ 64) in EC. rewrite EC in *. rewrite shifted_limbs; unfold fits; try lia.
      rewrite (Z.mul_comm (2 ^ count)), <- Z.div_div by lia. f_equal.
      replace (l0 + 2 ^ 64 * l1 + 2 ^ 128 * l2 + 2 ^ 192 * l3) with (l0 + (l1 + 2 ^ 64 * l2 + 2 ^ 128 * l3) * 2 ^ 64)
        by ring.
      rewrite Z.div_add, Z.div_small by lia. lia. }
  rewrite Htop. clear Htop. cbn [nth].
  set (t := x * y / D) in *. set (mu := product_quotient 128 b q).
  assert (Ft : D * t <= x * y < D * t + D) by (apply (floor (x * y) D); lia).
  assert (Hmu : 0 <= mu <= 2 ^ 127) by (apply (product_quotient_fits 128 b q); lia).
  assert (Ht : 0 <= t < 2 ^ 126).
  { split; [apply Z.lt_succ_r|]; apply (cancel D); try lia.
    assert ((q - 1) * (q - 1) <= 2 ^ 124 * (4 * D - 1)) by (apply Z.mul_le_mono_nonneg; lia). lia. }
  destruct (multiply_limbs_value karatsuba t mu) as (m0 & m1 & m2 & m3 & -> & EQ & G0 & G1 & G2 & G3); unfold fits;
    try lia.
  { apply (middle_of t mu 62 63); unfold fits; lia. }
  cbn [nth]. unfold fits in *.
  assert (EQ' : m2 + 2 ^ 64 * m3 = t * mu / 2 ^ 128).
  { apply (Z.div_unique _ _ _ (m0 + 2 ^ 64 * m1)); [left|]; lia. }
  rewrite EQ'. destruct (product_by_barrett q D (2 ^ 128) (x * y) t (t * mu / 2 ^ 128) 0) as (H0 & H1 & _); try lia.
  { unfold t, mu, product_quotient. rewrite E4. fold D. lia. }
  set (Q := t * mu / 2 ^ 128) in *. clearbody Q.
  assert (H4t : 4 * (t * q) <= 4 * (2 ^ 126 * q)) by (apply Z.mul_le_mono_nonneg_l; [lia|apply Z.mul_le_mono_nonneg_r;
    lia]).
  assert (Hr : x * y - Q * q < 2 * q) by lia.
  unfold sub, mul_low. rewrite Zminus_mod_idemp_r.
  assert (Er : (l0 + 2 ^ 64 * l1 - Q * q) mod 2 ^ 128 = x * y - Q * q).
  { symmetry. apply (Z.mod_unique _ _ (- (l2 + 2 ^ 64 * l3))); [left|]; lia. }
  rewrite Er. set (r := x * y - Q * q) in *.
  assert (Em : (x * y) mod q = r mod q) by (symmetry; apply (congruent _ _ _ Q); [lia|reflexivity]).
  rewrite Em. destruct (Z.ltb_spec r q).
  - symmetry. apply Z.mod_small. lia.
  - apply (Z.mod_unique _ _ 1); lia.
Qed.
