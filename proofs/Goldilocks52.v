(** Transforms modulo Goldilocks by 52-bit multiply-adds: sections 22.8 to 22.10 of docs/bounds/full_words.md, after
    src/arith/full_words/goldilocks52.hpp. A value is A + 2^48 B. *)
From Ringlet Require Import Words Constants.

Definition q := goldilocks_prime.
Lemma q_is : q = 2 ^ 64 - 2 ^ 32 + 1.
Proof. reflexivity. Qed.

Definition gold52_number a b := a + 2 ^ 48 * b.
Definition zero_limbs_a k := k * gold52_zero_a.
Definition zero_limbs_b k := k * gold52_zero_b.

(** The unit of ranges of limbs. *)
Definition limb_unit := 2 ^ gold52_unit_log.
Definition limb_in r x := low r * limb_unit <= x < high r * limb_unit.

(** ** Section 22.8 *)

Theorem goldilocks52_zero k : gold52_number (zero_limbs_a k) (zero_limbs_b k) mod q = 0.
Proof.
  unfold gold52_number, zero_limbs_a, zero_limbs_b. rewrite q_is. unfold gold52_zero_a, gold52_zero_b.
  replace (k * 4295032831 + 2 ^ 48 * (k * 4294901759)) with ((k * (2 ^ 16 + 2 ^ 48 - 1 - 2 ^ 32 + 2 ^ 32)) * 0 + k * (4295032831 + 2 ^ 48 * 4294901759)) by ring.
  replace (4295032831 + 2 ^ 48 * 4294901759) with (65535 * (2 ^ 64 - 2 ^ 32 + 1)) by reflexivity.
  rewrite Z.mul_0_r, Z.add_0_l, Z.mul_assoc. apply Z.mod_mul. discriminate.
Qed.

(** The codec's limbs, before the factor. *)
Definition code_a w := gold52_code_a w (gold52_middle w).
Definition code_b w := gold52_code_b w (gold52_middle w).
Definition is_code w a b := 0 <= a < 2 ^ 32 + 2 ^ 16 /\ 0 <= b < 2 ^ 32 /\ gold52_number a b mod q = w mod q.

Theorem goldilocks52_codec w : 0 <= w < 2 ^ 64 -> is_code w (code_a w) (code_b w).
Proof.
  intros Hw. unfold is_code, code_a, code_b, gold52_code_a, gold52_code_b, gold52_middle, gold52_number.
  change 4294967295 with (Z.ones 32). change 65535 with (Z.ones 16). rewrite !Z.land_ones by lia.
  pose proof (Z.div_mod w (2 ^ 32) ltac:(lia)) as E. pose proof (Z.mod_pos_bound w (2 ^ 32) eq_refl) as B.
  assert (H : 0 <= w / 2 ^ 32 < 2 ^ 32) by (split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]).
  replace (w / 2 ^ 48) with (w / 2 ^ 32 / 2 ^ 16) by (rewrite Z.div_div by lia; reflexivity).
  set (h := w / 2 ^ 32) in *. set (l := w mod 2 ^ 32) in *. clearbody h l.
  pose proof (Z.div_mod h (2 ^ 16) ltac:(lia)) as E2. pose proof (Z.mod_pos_bound h (2 ^ 16) eq_refl) as B2.
  assert (0 <= h / 2 ^ 16 < 2 ^ 16) by (split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]).
  set (m := h mod 2 ^ 16) in *. set (t := h / 2 ^ 16) in *. clearbody m t.
  split; [lia|]. split; [lia|]. apply (congruent _ _ _ (- m)); rewrite q_is; lia.
Qed.

(** Limbs of a product: the low halves of products of limbs, shifted back, and the high halves, which belong to the
    other limb. *)
Definition low_sum start x y v zv := (start + (x * v) mod 2 ^ 52 + (y * zv) mod 2 ^ 52) / 2 ^ 4.
Definition high_sum x y v zv := x * v / 2 ^ 52 + y * zv / 2 ^ 52.

(** A product of a limb and of a multiplicand's limb. *)
Lemma halves x v : 0 <= x < 2 ^ 52 -> 0 <= v < 2 ^ 32 + 2 ^ 16 ->
  let h := x * (gold52_factor * v) / 2 ^ 52 in
  (x * (gold52_factor * v)) mod 2 ^ 52 = 16 * (x * v - 2 ^ 48 * h) /\ 0 <= h < 2 ^ 37 /\ 0 <= x * v - 2 ^ 48 * h < 2 ^ 48.
Proof.
  intros Hx Hv. cbv zeta. unfold gold52_factor. pose proof (Z.div_mod (x * (16 * v)) (2 ^ 52) ltac:(lia)) as E.
  pose proof (Z.mod_pos_bound (x * (16 * v)) (2 ^ 52) eq_refl) as B.
  assert (0 <= x * (16 * v)) by (apply Z.mul_nonneg_nonneg; lia).
  assert (x * (16 * v) < 2 ^ 52 * 2 ^ 37) by (apply Z.mul_lt_mono_nonneg; lia).
  assert (0 <= x * (16 * v) / 2 ^ 52 < 2 ^ 37) by (split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]).
  set (h := x * (16 * v) / 2 ^ 52) in *. clearbody h. repeat split; lia.
Qed.

Theorem goldilocks52_product k w x y a b a' b' : 0 <= x < 2 ^ 52 -> 0 <= y < 2 ^ 52 ->
  is_code w a b -> is_code (2 ^ 48 * w) a' b' ->
  let va := gold52_factor * a in let vb := gold52_factor * b in
  let za := gold52_factor * a' in let zb := gold52_factor * b' in
  let A := low_sum (gold52_factor * zero_limbs_a k) x y va za - high_sum x y vb zb in
  let B := low_sum (gold52_factor * zero_limbs_b k) x y vb zb + high_sum x y va za in
  gold52_number A B mod q = (gold52_number x y * w) mod q /\
  zero_limbs_a k - 2 ^ 38 < A < zero_limbs_a k + 2 ^ 49 /\
  zero_limbs_b k <= B < zero_limbs_b k + 2 ^ 49 + 2 ^ 38.
Proof.
  intros Hx Hy (Ha & Hb & Ew) (Ha' & Hb' & Ez). cbv zeta. unfold low_sum, high_sum.
  destruct (halves x a Hx Ha) as (E1 & H1 & L1). destruct (halves y a' Hy Ha') as (E2 & H2 & L2).
  destruct (halves x b Hx ltac:(lia)) as (E3 & H3 & L3). destruct (halves y b' Hy ltac:(lia)) as (E4 & H4 & L4).
  rewrite E1, E2, E3, E4. clear E1 E2 E3 E4.
  set (h1 := x * (gold52_factor * a) / 2 ^ 52) in *. set (h2 := y * (gold52_factor * a') / 2 ^ 52) in *.
  set (h3 := x * (gold52_factor * b) / 2 ^ 52) in *. set (h4 := y * (gold52_factor * b') / 2 ^ 52) in *.
  clearbody h1 h2 h3 h4. unfold gold52_factor.
  pose proof (goldilocks52_zero k) as EZ.
  set (za := zero_limbs_a k) in *. set (zb := zero_limbs_b k) in *. clearbody za zb.
  replace (16 * za + 16 * (x * a - 2 ^ 48 * h1) + 16 * (y * a' - 2 ^ 48 * h2))
    with ((za + (x * a - 2 ^ 48 * h1) + (y * a' - 2 ^ 48 * h2)) * 2 ^ 4) by ring.
  replace (16 * zb + 16 * (x * b - 2 ^ 48 * h3) + 16 * (y * b' - 2 ^ 48 * h4))
    with ((zb + (x * b - 2 ^ 48 * h3) + (y * b' - 2 ^ 48 * h4)) * 2 ^ 4) by ring.
  rewrite !Z.div_mul by lia. split; [|lia].
  assert (Q : 0 < q) by reflexivity.
  pose proof (Z.div_mod (gold52_number a b) q ltac:(lia)) as D1. pose proof (Z.div_mod w q ltac:(lia)) as D2.
  pose proof (Z.div_mod (gold52_number a' b') q ltac:(lia)) as D3. pose proof (Z.div_mod (2 ^ 48 * w) q ltac:(lia)) as D4.
  pose proof (Z.div_mod (gold52_number za zb) q ltac:(lia)) as D5. rewrite EZ in D5. rewrite Ew in D1. rewrite Ez in D3.
  set (k1 := gold52_number a b / q - w / q). set (k2 := gold52_number a' b' / q - 2 ^ 48 * w / q).
  assert (F1 : gold52_number a b = w + k1 * q) by (unfold k1; lia).
  assert (F2 : gold52_number a' b' = 2 ^ 48 * w + k2 * q) by (unfold k2; lia).
  assert (F5 : gold52_number za zb = gold52_number za zb / q * q) by lia.
  clearbody k1 k2. set (k5 := gold52_number za zb / q) in *. clearbody k5. unfold gold52_number in *.
  apply (congruent _ _ _ (- (k5 + x * k1 + y * k2 - (2 ^ 32 + 1) * (h3 + h4)))); [lia|].
  assert (C : 2 ^ 96 + 1 = (2 ^ 32 + 1) * q) by reflexivity.
  replace (za + (x * a - 2 ^ 48 * h1) + (y * a' - 2 ^ 48 * h2) - (h3 + h4) +
      2 ^ 48 * (zb + (x * b - 2 ^ 48 * h3) + (y * b' - 2 ^ 48 * h4) + (h1 + h2)))
    with ((za + 2 ^ 48 * zb) + x * (a + 2 ^ 48 * b) + y * (a' + 2 ^ 48 * b') - (2 ^ 96 + 1) * (h3 + h4)) by ring.
  rewrite F1, F2, F5, C. ring.
Qed.

(** Products of both butterflies. A Cooley-Tukey butterfly starts at minus the multiple that is nearly one unit. *)
Theorem goldilocks52_products_in_range w x y a b a' b' : 0 <= x < 2 ^ 52 -> 0 <= y < 2 ^ 52 ->
  is_code w a b -> is_code (2 ^ 48 * w) a' b' ->
  let limbs k :=
    (low_sum (gold52_factor * zero_limbs_a k) x y (gold52_factor * a) (gold52_factor * a') -
       high_sum x y (gold52_factor * b) (gold52_factor * b'),
     low_sum (gold52_factor * zero_limbs_b k) x y (gold52_factor * b) (gold52_factor * b') +
       high_sum x y (gold52_factor * a) (gold52_factor * a')) in
  (let (A, B) := limbs (- gold52_one_unit) in
   - gold52_growth * limb_unit < A < gold52_growth * limb_unit /\
   - gold52_growth * limb_unit < B < gold52_growth * limb_unit) /\
  (let (A, B) := limbs gold52_product_lift in
   0 <= A < gold52_product_bound 0 * limb_unit /\ 0 <= B < gold52_product_bound 0 * limb_unit).
Proof.
  intros Hx Hy C C'. cbv zeta.
  pose proof (goldilocks52_product (- gold52_one_unit) w x y a b a' b' Hx Hy C C') as P.
  pose proof (goldilocks52_product gold52_product_lift w x y a b a' b' Hx Hy C C') as P'.
  cbv zeta in P, P'. destruct P as (_ & PA & PB). destruct P' as (_ & PA' & PB').
  unfold zero_limbs_a, zero_limbs_b, limb_unit, gold52_one_unit, gold52_growth, gold52_product_lift, gold52_product_bound,
    gold52_zero_a, gold52_zero_b, gold52_unit_log in *. lia.
Qed.

(** The bits from 48 on move to the other limb. *)
Definition fold_a a b := a mod 2 ^ 48 - b / 2 ^ 48.
Definition fold_b a b := b mod 2 ^ 48 + a / 2 ^ 48.

Lemma top_bits a : 0 <= a < 2 ^ 52 -> 0 <= a / 2 ^ 48 < 16 /\ 0 <= a mod 2 ^ 48 < 2 ^ 48.
Proof.
  intros. split; [|apply Z.mod_pos_bound; lia].
  split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia].
Qed.

Theorem goldilocks52_folded a b : 0 <= a < 2 ^ 52 -> 0 <= b < 2 ^ 52 ->
  gold52_number (fold_a a b) (fold_b a b) mod q = gold52_number a b mod q /\
  - 16 < fold_a a b < 2 ^ 48 /\ 0 <= fold_b a b < 2 ^ 48 + 16 /\
  (let r := mk_range 0 (gold52_reduced_bound 0) in
   limb_in r (fold_a a b + zero_limbs_a 1) /\ limb_in r (fold_b a b + zero_limbs_b 1)) /\
  limb_in gold52_leader (fold_a a b + zero_limbs_a gold52_offset_multiple) /\
  limb_in gold52_leader (fold_b a b + zero_limbs_b gold52_offset_multiple).
Proof.
  intros Ha Hb. destruct (top_bits a Ha) as [Ta La]. destruct (top_bits b Hb) as [Tb Lb].
  unfold fold_a, fold_b, gold52_number. split.
  - pose proof (Z.div_mod a (2 ^ 48) ltac:(lia)). pose proof (Z.div_mod b (2 ^ 48) ltac:(lia)).
    set (ta := a / 2 ^ 48) in *. set (tb := b / 2 ^ 48) in *. clearbody ta tb.
    apply (congruent _ _ _ ((2 ^ 32 + 1) * tb)); rewrite q_is; lia.
  - unfold limb_in, zero_limbs_a, zero_limbs_b, limb_unit, gold52_leader, gold52_reduced_bound, gold52_offset_multiple,
      gold52_zero_a, gold52_zero_b, gold52_unit_log. cbn [low high]. lia.
Qed.

(** Canonical words. *)
Definition word_of a b :=
  let b0 := add 64 (b mod 2 ^ 48) (a / 2 ^ 48) in
  let high := b0 / 2 ^ 16 in
  let multiple := sub 64 (shift_left 64 high 32) high in
  let sum := add 64 (add 64 (a mod 2 ^ 48) (shift_left 64 b0 48)) multiple in
  let sum := if sum <? multiple then sub 64 sum q else sum in
  let sum := subtract_once 64 sum q in
  add 64 (sub 64 sum (b / 2 ^ 48)) (if sum <? b / 2 ^ 48 then q else 0).

Theorem goldilocks52_word a b : 0 <= a < 2 ^ 52 -> 0 <= b < 2 ^ 52 -> word_of a b = gold52_number a b mod q.
Proof.
  intros Ha Hb. destruct (top_bits a Ha) as [Ta La]. destruct (top_bits b Hb) as [Tb Lb].
  pose proof (Z.div_mod a (2 ^ 48) ltac:(lia)) as Ea. pose proof (Z.div_mod b (2 ^ 48) ltac:(lia)) as Eb.
  unfold word_of, gold52_number. cbv zeta. set (ta := a / 2 ^ 48) in *. set (tb := b / 2 ^ 48) in *.
  set (la := a mod 2 ^ 48) in *. set (lb := b mod 2 ^ 48) in *. clearbody ta tb la lb.
  assert (E0 : add 64 lb ta = lb + ta) by (apply Z.mod_small; lia). rewrite E0.
  set (b0 := lb + ta) in *. assert (B0 : 0 <= b0 < 2 ^ 48 + 16) by lia.
  pose proof (Z.div_mod b0 (2 ^ 16) ltac:(lia)) as Eh. pose proof (Z.mod_pos_bound b0 (2 ^ 16) eq_refl) as Lh.
  assert (Hh : 0 <= b0 / 2 ^ 16 <= 2 ^ 32).
  { split; [apply Z.div_pos; lia|]. apply Z.lt_succ_r, Z.div_lt_upper_bound; lia. }
  set (h := b0 / 2 ^ 16) in *. set (r := b0 mod 2 ^ 16) in *. clearbody h r.
  assert (Es : shift_left 64 b0 48 = 2 ^ 48 * r).
  { unfold shift_left. replace (b0 * 2 ^ 48) with (2 ^ 48 * r + h * 2 ^ 64) by lia. rewrite Z.mod_add by lia.
    apply Z.mod_small. lia. }
  assert (Em : sub 64 (shift_left 64 h 32) h = (2 ^ 32 - 1) * h).
  { unfold sub, shift_left. rewrite Zminus_mod_idemp_l. replace (h * 2 ^ 32 - h) with ((2 ^ 32 - 1) * h) by ring.
    apply Z.mod_small. lia. }
  assert (El : add 64 la (2 ^ 48 * r) = la + 2 ^ 48 * r) by (apply Z.mod_small; lia).
  rewrite Es, Em, El. set (m := (2 ^ 32 - 1) * h) in *. set (l := la + 2 ^ 48 * r) in *.
  assert (Hm : 0 <= m <= 2 ^ 64 - 2 ^ 32) by (unfold m; lia). assert (Hl : 0 <= l < 2 ^ 64) by (unfold l; lia).
  assert (EN : a + 2 ^ 48 * b = l + m - tb + (h + (2 ^ 32 + 1) * tb) * q).
  { rewrite q_is. unfold l, m. lia. }
  clearbody l m. clear Ea Eb Eh Es Em El E0.
  (* the sum without its carry *)
  assert (S1 : exists s n, (if add 64 l m <? m then sub 64 (add 64 l m) q else add 64 l m) = s /\ 0 <= s < 2 ^ 64 /\
    s = l + m - n * q).
  { destruct (Z.lt_ge_cases (l + m) (2 ^ 64)) as [N|N].
    - assert (A : add 64 l m = l + m) by (apply Z.mod_small; lia). rewrite A.
      destruct (Z.ltb_spec (l + m) m); [lia|]. exists (l + m), 0. lia.
    - assert (A : add 64 l m = l + m - 2 ^ 64) by (symmetry; apply (Z.mod_unique _ _ 1); lia). rewrite A.
      destruct (Z.ltb_spec (l + m - 2 ^ 64) m); [|lia].
      assert (D : sub 64 (l + m - 2 ^ 64) q = l + m - q).
      { unfold sub. symmetry. apply (Z.mod_unique _ _ (-1)); rewrite q_is; lia. }
      rewrite D. exists (l + m - q), 1. rewrite q_is. lia. }
  destruct S1 as (s & n & -> & Hs & Es).
  assert (S2 : exists c n', subtract_once 64 s q = c /\ 0 <= c < q /\ c = l + m - n' * q).
  { rewrite subtraction_by_minimum by (unfold fits; rewrite ?q_is; lia).
    destruct (Z.ltb_spec s q); [exists s, n | exists (s - q), (n + 1)]; rewrite q_is in *; lia. }
  destruct S2 as (c & n' & -> & Hc & Ec).
  assert (R : add 64 (sub 64 c tb) (if c <? tb then q else 0) = if c <? tb then c - tb + q else c - tb).
  { unfold add, sub. rewrite Zplus_mod_idemp_l. rewrite q_is in *.
    destruct (Z.ltb_spec c tb); rewrite ?Z.add_0_r; apply Z.mod_small; lia. }
  rewrite R, EN. rewrite Z.mod_add by (rewrite q_is; lia).
  destruct (Z.ltb_spec c tb); rewrite q_is in *.
  - apply (Z.mod_unique _ _ (n' - 1)); lia.
  - apply (Z.mod_unique _ _ n'); lia.
Qed.

(** ** Section 22.9 *)

Fixpoint gold52_stages (n : nat) r := match n with O => r | S n => gold52_stages n (gold52_ct_result r) end.

Lemma gold52_stages_is n : forall r, gold52_stages n r =
  mk_range (low r - Z.of_nat n * gold52_growth) (high r + Z.of_nat n * gold52_growth).
Proof.
  induction n; intros r; cbn [gold52_stages]; [destruct r; cbn; f_equal; lia|].
  rewrite IHn. unfold gold52_ct_result. cbn [low high]. f_equal; unfold gold52_growth; lia.
Qed.

(** Adding the offset moves a limb as [gold52_prepared] says. *)
Theorem goldilocks52_prepared x a b : limb_in x a -> limb_in x b ->
  gold52_prepared x = mk_range (low x + low gold52_offset) (high x + high gold52_offset) /\
  limb_in (gold52_prepared x) (a + zero_limbs_a gold52_offset_multiple) /\
  limb_in (gold52_prepared x) (b + zero_limbs_b gold52_offset_multiple).
Proof.
  unfold limb_in, gold52_prepared, zero_limbs_a, zero_limbs_b, limb_unit, gold52_offset_multiple, gold52_zero_a,
    gold52_zero_b, gold52_unit_log, gold52_offset. cbn [low high]. intros. split; [reflexivity|lia].
Qed.

Lemma accepts r : gold52_growth <= low r -> high r + gold52_growth <= gold52_capacity -> gold52_ct_accepts r = true.
Proof.
  unfold gold52_growth, gold52_capacity, gold52_ct_accepts. intros. rewrite (proj2 (Z.leb_le 257 (low r))) by lia.
  apply Z.leb_le. lia.
Qed.

Definition fits_in r s := low s <= low r /\ high r <= high s.

(** Leaders, words with the offset and twisted values with the offset stay in range in all six stages of a tile, and
    after the three stages of another pass. *)
Theorem goldilocks52_forward n r :
  r = gold52_leader \/ r = gold52_prepared (mk_range 0 256) ->
  Z.of_nat n <= row_stages + 3 ->
  (Z.of_nat n < row_stages + 3 -> gold52_ct_accepts (gold52_stages n r) = true) /\
  0 <= low (gold52_stages n r) /\ high (gold52_stages n r) <= gold52_capacity /\
  (Z.of_nat n <= row_stages -> fits_in (gold52_stages n r) (gold52_between)).
Proof.
  intros Hr Hn. rewrite gold52_stages_is. unfold row_stages in *.
  destruct Hr as [-> | ->]; unfold gold52_leader, gold52_prepared, gold52_capacity, gold52_between, gold52_growth,
    fits_in; cbn [low high];
    (split; [intros; apply accepts; unfold gold52_growth, gold52_capacity; cbn [low high]; lia | lia]).
Qed.

(** Values of other passes, and twisted values with the offset, stay in range for the stages of a strided pass. *)
Theorem goldilocks52_strided n r :
  r = gold52_between \/ r = gold52_prepared (mk_range 0 (gold52_product_bound 0)) ->
  Z.of_nat n <= row_stages ->
  (Z.of_nat n < row_stages -> gold52_ct_accepts (gold52_stages n r) = true) /\
  0 <= low (gold52_stages n r) /\ high (gold52_stages n r) <= gold52_capacity /\
  (r = gold52_prepared (mk_range 0 (gold52_product_bound 0)) -> Z.of_nat n = row_stages ->
   fits_in (gold52_stages n r) gold52_between).
Proof.
  intros Hr Hn. rewrite gold52_stages_is. unfold row_stages in *.
  destruct Hr as [-> | ->]; unfold gold52_prepared, gold52_capacity, gold52_between, gold52_growth,
    gold52_product_bound, fits_in; cbn [low high];
    (split; [intros; apply accepts; unfold gold52_growth, gold52_capacity; cbn [low high]; lia
            | split; [lia | split; [lia|]]]).
  - intros E. discriminate E.
  - intros _ En. lia.
Qed.

Theorem goldilocks52_no_lift : gold52_max_lift = 0.
Proof. reflexivity. Qed.

(** ** Section 22.10 *)

(** Operands below half the capacity: the difference is a multiplicand. *)
Theorem goldilocks52_difference x y : limb_in (mk_range 0 (gold52_capacity / 2)) x -> limb_in (mk_range 0 (gold52_capacity / 2)) y ->
  0 <= x + zero_limbs_a gold52_gs_multiple - y < 2 ^ 52 /\ 0 <= x + zero_limbs_b gold52_gs_multiple - y < 2 ^ 52 /\
  gold52_gs_multiple = gold52_gs_offset * gold52_one_unit /\ 0 <= x + y < 2 ^ 52.
Proof.
  unfold limb_in, gold52_capacity, zero_limbs_a, zero_limbs_b, limb_unit, gold52_gs_multiple, gold52_zero_a, gold52_zero_b,
    gold52_unit_log, gold52_gs_offset, gold52_one_unit. change (3840 / 2) with 1920. cbn [low high]. lia.
Qed.

(** The sum of two products is at most what a pass leaves to the next, and the sum of two of those is reduced. *)
Theorem goldilocks52_between_inverse_passes :
  2 * gold52_product_bound 0 <= gold52_between_inverse <= gold52_capacity / 2 /\
  2 * gold52_reduced_bound 0 <= gold52_between_inverse.
Proof.
  unfold gold52_product_bound, gold52_between_inverse, gold52_capacity, gold52_reduced_bound. change (3840 / 2) with 1920. lia.
Qed.
