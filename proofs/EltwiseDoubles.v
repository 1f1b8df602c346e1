(** Element-wise operations on integers in doubles, from words to words: sections 9.1, 10.1, 10.6 and 10.8 of
    docs/bounds, as in src/arith/fma53/fma53.hpp. *)
From Coq Require Import Reals.
From Flocq Require Import Core Binary Bits.
From Ringlet Require Import Words Constants Doubles DoubleBits Eltwise.
Open Scope Z_scope.

(** A word has the bits of a double of this value. *)
Definition word_holds word (value : R) := exists d, B2R 53 1024 d = value /\ bits_of_b64 d = word.

Lemma word_holds_above word n : 2 ^ 52 <= n < 2 ^ 53 -> word_holds word (IZR n) <-> word = word_above_2_52 (n - 2 ^ 52).
Proof.
  intros Hn. split.
  - intros (d & Hd & <-). apply bits_above_2_52; assumption.
  - intros ->. exists (b64_of_bits (word_above_2_52 (n - 2 ^ 52))). split.
    + rewrite read_above_2_52 by lia. f_equal. lia.
    + unfold bits_of_b64, b64_of_bits. apply bits_of_binary_float_of_bits.
      change (2 ^ (52 + 11 + 1)) with (2 ^ 64). unfold word_above_2_52. lia.
Qed.

(** The difference of two doubles' bits, with f applied to it. *)
Definition difference_of_bits (sum offset : R) (f : Z -> Z) result :=
  exists s o, word_holds s sum /\ word_holds o offset /\ result = f (sub 64 s o).

Lemma difference_of_bits_is n m f result : 2 ^ 52 <= n < 2 ^ 53 -> 2 ^ 52 <= m < 2 ^ 53 ->
  difference_of_bits (IZR n) (IZR m) f result <-> result = f ((n - m) mod 2 ^ 64).
Proof.
  intros Hn Hm.
  assert (E : sub 64 (word_above_2_52 (n - 2 ^ 52)) (word_above_2_52 (m - 2 ^ 52)) = (n - m) mod 2 ^ 64)
    by (unfold sub, word_above_2_52; f_equal; ring).
  split.
  - intros (s & o & Hs & Ho & ->). apply word_holds_above in Hs; [|exact Hn]. apply word_holds_above in Ho; [|exact Hm].
    subst. rewrite E. reflexivity.
  - intros ->. exists (word_above_2_52 (n - 2 ^ 52)), (word_above_2_52 (m - 2 ^ 52)).
    rewrite !word_holds_above, E by assumption. repeat split.
Qed.

(** from_words *)
Definition fma_from_word x :=
  rnd (B2R 53 1024 (b64_of_bits (add 64 x (word_above_2_52 0))) - IZR two_52)%R.

Lemma fma_from_word_is x : 0 <= x < 2 ^ 52 -> fma_from_word x = IZR x.
Proof.
  intros Hx. unfold fma_from_word.
  assert (Ho : B2R 53 1024 (b64_of_bits (word_above_2_52 0)) = IZR two_52) by (apply read_above_2_52; lia).
  destruct (word_to_double _ x Ho Hx) as [_ E]. rewrite (bits_above_2_52 _ _ Ho) in E by (unfold two_52; lia). exact E.
Qed.

(** finish<Factor, from>: in one step if q is odd and there is room; otherwise reduces first if the range requires
    it. *)
Definition fma_finished lift Capacity Factor from q (x : R) result :=
  let half := Factor / 2 in
  if (Factor =? 1) && fma_finishes_at_once (Capacity * 256) from then
    difference_of_bits (fma_finish x q) (IZR two_52) (fun word => word) result
  else
    let y := if (if half =? 0 then 256 else half * 256) <? from then fma_reduce x q else x in
    if half =? 0 then difference_of_bits (rnd (y + IZR rounder)) (IZR rounder) (fun word => lift word q) result
    else
      difference_of_bits (rnd (y + rnd (IZR two_52 + IZR (half * q)))) (IZR two_52) (fun word => word) result.

(** There is exactly one such word, and it is right. *)
Theorem fma_finished_right lift Capacity Factor from q x :
  2 <= q < 2 ^ 50 -> 4 <= Capacity <= 16 -> Capacity * q <= 2 ^ 52 -> Factor = 1 \/ Factor = 2 \/ Factor = 4 ->
  from <= Capacity * 256 -> 256 * Z.abs x < from * q -> lifting 64 lift ->
  (Factor = 1 -> fma_finishes_at_once (Capacity * 256) from = true -> q mod 2 = 1) ->
  exists word, (forall result, fma_finished lift Capacity Factor from q (IZR x) result <-> result = word) /\
    0 <= word < Factor * q /\ word mod q = x mod q.
Proof.
  intros Hq HC Hfit HF Hfrom Hx Hl Hodd. unfold fma_finished. cbv zeta. set (half := Factor / 2).
  pose proof (Z.mod_pos_bound x q ltac:(lia)) as M.
  destruct ((Factor =? 1) && fma_finishes_at_once (Capacity * 256) from) eqn:A.
  - apply andb_true_iff in A. destruct A as [A1 A2]. apply Z.eqb_eq in A1. exists (x mod q).
    rewrite (fma_finish_is_canonical x q Capacity from) by (assumption || lia || apply (Hodd A1 A2)).
    split; [|rewrite Z.mod_mod by lia; lia]. intros result.
    rewrite difference_of_bits_is by (unfold two_52; lia).
    replace (2 ^ 52 + x mod q - two_52) with (x mod q) by (unfold two_52; lia). rewrite Z.mod_small by lia. reflexivity.
  - clear A Hodd. set (room := if half =? 0 then 1 else half).
    assert (HY : exists y, (if (if half =? 0 then 256 else half * 256) <? from then fma_reduce (IZR x) q else IZR x) =
      IZR y /\ y mod q = x mod q /\ Z.abs y < room * q).
    { assert (Er : (if half =? 0 then 256 else half * 256) = room * 256) by (unfold room; destruct (half =? 0); lia).
      assert (Hroom : 1 <= room) by (unfold room, half; destruct HF as [->|[->| ->]]; cbn; lia). rewrite Er.
      destruct (Z.ltb_spec (room * 256) from).
      - assert (from * q <= Capacity * 256 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
        destruct (fma_reduction x q Capacity) as (c & -> & B); try assumption; try lia.
        exists (x - c * q). split; [reflexivity|]. split; [apply (congruent _ _ _ c); lia|].
        unfold fma_reduced_bound in B. nia.
      - exists x. repeat split. assert (from * q <= room * 256 * q) by (apply Z.mul_le_mono_nonneg_r; lia). lia. }
    destruct HY as (y & -> & Ey & Hy). unfold room in Hy. clear room Hfrom Hx.
    destruct (Z.eqb_spec half 0) as [H0|H0].
    + exists (y mod q). rewrite <- plus_IZR, exact by (unfold rounder; lia).
      split; [|rewrite Z.mod_mod by lia; pose proof (Z.mod_pos_bound y q ltac:(lia)); nia]. intros result.
      rewrite difference_of_bits_is by (unfold rounder; lia). replace (y + rounder - rounder) with y by ring.
      rewrite Hl by lia. reflexivity.
    + assert (HFh : Factor = 2 * half /\ 1 <= half <= 2)
        by (unfold half in *; destruct HF as [->|[->| ->]]; cbn in *; lia).
      assert (Hhq : 4 * q <= Capacity * q) by (apply Z.mul_le_mono_nonneg_r; lia).
      assert (Hh2 : half * q <= 2 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
      exists (y + half * q). rewrite <- plus_IZR, exact by (unfold two_52; lia).
      rewrite <- plus_IZR, exact by (unfold two_52; lia). split.
      * intros result. rewrite difference_of_bits_is by (unfold two_52; lia).
        replace (y + (two_52 + half * q) - two_52) with (y + half * q) by ring. rewrite Z.mod_small by lia. reflexivity.
      * split; [lia|]. rewrite Z.mod_add by lia. exact Ey.
Qed.

(** remainder: x y - c q, from the bits of two doubles in [2^52, 2^53). h is x y plus a number near their middle. *)
Definition fma_remainder (lift : Z -> Z -> Z) (x y h c : R) q result :=
  difference_of_bits (rnd (h - c * IZR q)) (rnd (h - x * y)) (fun word => lift word q) result.

Lemma fma_remainder_is lift x y centre c q result : 2 <= q < 2 ^ 50 -> lifting 64 lift ->
  Z.abs (x * y + centre) < 2 ^ 102 -> Z.abs (centre - rounder) <= 2 ^ 49 -> Z.abs (x * y - c * q) < q ->
  fma_remainder lift (IZR x) (IZR y) (rnd (IZR x * IZR y + IZR centre)) (IZR c) q result <-> result = (x * y) mod q.
Proof.
  intros Hq Hl Hs HM Hr. unfold fma_remainder.
  destruct (fma_element_wise_product x y centre c q Hs HM ltac:(lia)) as (low & -> & -> & L & D).
  rewrite difference_of_bits_is by assumption. replace (low + (x * y - c * q) - low) with (x * y - c * q) by ring.
  rewrite Hl by lia. rewrite (congruent (x * y - c * q) (x * y) q c) by lia. reflexivity.
Qed.

(** mul<Factor> *)
Definition fma_mul once lift Factor q x y result :=
  let x := if 1 <? Factor then fma_reduce (fma_from_word x) q else fma_from_word x in
  let y := fma_from_word (if 2 <? Factor then canonical_word once 1 (2 * q) y else y) in
  let h := rnd (x * y + fma_centre q) in
  fma_remainder lift x y h (fma_quotient h q) q result.

Lemma fma_product_is lift q x y n result : 4 <= q < 2 ^ 50 -> lifting 64 lift ->
  Z.abs (x * y) <= 16 * q * q -> 128 * Z.abs (x * y) <= 129 * 2 ^ 50 * q -> (x * y) mod q = n mod q ->
  let h := rnd (IZR x * IZR y + fma_centre q) in
  fma_remainder lift (IZR x) (IZR y) h (fma_quotient h q) q result <-> result = n mod q.
Proof.
  intros Hq Hl H16 H129 E. cbv zeta. destruct (fma_element_wise_quotient x y q Hq H16 H129) as (c & -> & Hr).
  destruct (fma_centre_is q Hq) as (m & _ & -> & HM). rewrite <- E. apply fma_remainder_is; try assumption; try lia.
  unfold rounder in HM. lia.
Qed.

(** Operands that are not reduced, or of which one is centred. *)
Lemma fma_unreduced_product f q x y : 1 <= f <= 4 -> 4 <= q < 2 ^ 50 -> f * f * q <= 2 ^ 50 ->
  0 <= x < f * q -> 0 <= y < f * q -> Z.abs (x * y) <= 16 * q * q /\ 128 * Z.abs (x * y) <= 129 * 2 ^ 50 * q.
Proof.
  intros Hf Hq Hfit Hx Hy. assert (0 <= x * y) by (apply Z.mul_nonneg_nonneg; lia).
  assert (A : x * y <= f * q * (f * q)) by (apply Z.mul_le_mono_nonneg; lia).
  assert (B : f * f * q * q <= 2 ^ 50 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (C : f * f <= 4 * 4) by (apply Z.mul_le_mono_nonneg; lia).
  assert (D : f * f * (q * q) <= 16 * (q * q)) by (apply Z.mul_le_mono_nonneg_r; [apply Z.mul_nonneg_nonneg|]; lia).
  rewrite Z.abs_eq by assumption. split; lia.
Qed.

Lemma fma_centred_product q x y : 4 <= q < 2 ^ 50 -> 256 * Z.abs x < fma_reduced_bound * q -> 0 <= y < 4 * q ->
  y < 2 ^ 51 -> Z.abs (x * y) <= 16 * q * q /\ 128 * Z.abs (x * y) <= 129 * 2 ^ 50 * q.
Proof.
  unfold fma_reduced_bound. intros Hq Hx Hy Hy51. rewrite Z.abs_mul, (Z.abs_eq y) by lia.
  assert (A : 256 * Z.abs x * y <= 129 * q * y) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (B : 129 * q * y <= 129 * q * (4 * q)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (C : 129 * q * y <= 129 * q * 2 ^ 51) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (0 <= q * q) by (apply Z.mul_nonneg_nonneg; lia). split; lia.
Qed.

Theorem eltwise_product_doubles once lift Capacity f Factor q x y result :
  2 ^ (fma_min_modulus_bits - 1) <= q < 2 ^ 50 -> 4 <= Capacity <= 16 -> Capacity * q <= 2 ^ 52 ->
  conditional 64 once -> lifting 64 lift -> f = 1 \/ f = 2 \/ f = 4 -> Factor = f \/ Factor = fma_product_factor f q ->
  0 <= x < f * q -> 0 <= y < f * q -> fma_mul once lift Factor q x y result <-> result = (x * y) mod q.
Proof.
  unfold fma_product_factor, fma_min_modulus_bits. intros Hq HC Hfit Ho Hl Hf HF Hx Hy.
  change (2 ^ (3 - 1)) with 4 in Hq.
  assert (H4q : 4 * q <= Capacity * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (Hfq : f * q <= 4 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (Hcase : Factor = 1 /\ f * f * q <= 2 ^ 50 \/ Factor = 2 /\ f * q <= 2 ^ 51 \/ Factor = 4).
  { destruct (Z.leb_spec (f * q) 2251799813685248), (Z.leb_spec (f * f * q) 1125899906842624);
      destruct Hf as [->|[->| ->]]; destruct HF as [->| ->]; lia. }
  clear HF. unfold fma_mul. cbv zeta. destruct Hcase as [[-> Hp]|[[-> Hp]| ->]]; cbn [Z.ltb Z.compare Pos.compare
    Pos.compare_cont].
  - rewrite !fma_from_word_is by lia.
    destruct (fma_unreduced_product f q x y) as [H16 H129]; try assumption; try lia.
    apply fma_product_is; assumption || reflexivity.
  - rewrite !fma_from_word_is by lia.
    destruct (fma_reduction x q Capacity) as (c & -> & B); try assumption; try lia.
    destruct (fma_centred_product q (x - c * q) y) as [H16 H129]; try assumption; try lia.
    apply fma_product_is; try assumption. apply (congruent _ _ _ (c * y)); lia.
  - assert (Hc : canonical_word once 1 (2 * q) y = y mod (2 * q))
      by (apply (canonical_word_is 64); assumption || (change (2 ^ Z.of_nat 1) with 2; lia)).
    rewrite Hc. pose proof (Z.mod_pos_bound y (2 * q) ltac:(lia)) as My. rewrite !fma_from_word_is by lia.
    destruct (fma_reduction x q Capacity) as (c & -> & B); try assumption; try lia.
    destruct (fma_centred_product q (x - c * q) (y mod (2 * q))) as [H16 H129]; try assumption; try lia.
    apply fma_product_is; try assumption.
    pose proof (Z.div_mod y (2 * q) ltac:(lia)) as D. set (r := y mod (2 * q)) in *. set (d := y / (2 * q)) in *.
    apply (congruent _ _ _ (c * r + 2 * x * d)); [lia|]. rewrite D. ring.
Qed.

(** mul_shoup<Factor>: operands below 8 q take one conditional subtraction. *)
Definition fma_mul_shoup once lift Factor q w x result :=
  let x := fma_from_word (if 4 <? Factor then once x (eltwise_subtrahend q) else x) in
  let w_value := IZR (fma_centred w q) in
  fma_remainder lift x w_value (rnd (x * w_value + IZR rounder))
    (rounded_product x (IZR (fma_ratio w q) / IZR (2 ^ 64))) q result.

Theorem eltwise_fixed_product_doubles once lift Capacity Factor q w x result :
  2 <= q < 2 ^ 50 -> 4 <= Capacity <= 16 -> Capacity * q <= 2 ^ 52 -> conditional 64 once -> lifting 64 lift ->
  Factor <= 8 -> 0 <= x < Factor * q -> 0 <= w < q ->
  fma_mul_shoup once lift Factor q w x result <-> result = (x * w) mod q.
Proof.
  intros Hq HC Hfit Ho Hl HF Hx Hw. unfold fma_mul_shoup.
  assert (H4q : 4 * q <= Capacity * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (HFq : Factor * q <= 8 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (HV : let v := if 4 <? Factor then once x (eltwise_subtrahend q) else x in
    v mod q = x mod q /\ 0 <= v < 4 * q).
  { cbv zeta. destruct (Z.ltb_spec 4 Factor).
    - unfold eltwise_subtrahend. rewrite Ho by (change (2 ^ (64 - 1)) with (2 ^ 63); lia).
      destruct (once_subtracted x (4 * q) q 4 ltac:(lia) eq_refl ltac:(lia)) as [R C]. split; assumption.
    - split; [reflexivity|]. assert (Factor * q <= 4 * q) by (apply Z.mul_le_mono_nonneg_r; lia). lia. }
  cbv zeta in HV |- *. set (v := if 4 <? Factor then _ else _) in *. clearbody v. destruct HV as [Ev Hv].
  rewrite fma_from_word_is by lia.
  destruct (fma_product v w q Capacity (4 * 256)) as (c & -> & _ & _ & B); try lia.
  destruct (fma_ratio_is_close w q Hq Hw) as (_ & _ & _ & Hc).
  assert (Hp : Z.abs v * (2 * Z.abs (fma_centred w q)) <= 2 ^ 52 * 2 ^ 50) by (apply Z.mul_le_mono_nonneg; lia).
  rewrite fma_remainder_is; try assumption; try (rewrite ?Z.sub_diag; lia).
  2: { pose proof (Z.abs_triangle (v * fma_centred w q) rounder) as Ht. rewrite Z.abs_mul in Ht.
       change (Z.abs rounder) with 6755399441055744 in Ht. lia. }
  assert (Ew : fma_centred w q mod q = w mod q).
  { unfold fma_centred. destruct (word_shoup_quotient w q <? 2 ^ 63); [reflexivity|]. apply (congruent _ _ _ 1); lia. }
  rewrite Z.mul_mod, Ev, Ew, <- Z.mul_mod by lia. reflexivity.
Qed.

(** axpy, products by fixed operands with a summand, and mul_sub. *)
Theorem eltwise_sums_doubles once lift Capacity Factor f k q w x y z product :
  2 ^ (fma_min_modulus_bits - 1) <= q < 2 ^ 50 -> 4 <= Capacity <= 16 -> Capacity * q <= 2 ^ 52 ->
  conditional 64 once -> lifting 64 lift ->
  Factor <= 8 -> f = 1 \/ f = 2 \/ f = 4 -> (k <= 3)%nat -> 0 <= w < q -> 0 <= z < 2 ^ Z.of_nat k * q ->
  (0 <= x < Factor * q -> fma_mul_shoup once lift Factor q w x product ->
   once (add 64 product (canonical_word once k q z)) q = (x * w + z) mod q) /\
  (0 <= x < f * q -> 0 <= y < f * q -> fma_mul once lift f q x y product ->
   lift (sub 64 product (canonical_word once k q z)) q = (x * y - z) mod q).
Proof.
  intros Hq HC Hfit Ho Hl HF Hf Hk Hw Hz.
  assert (H4 : 4 <= q) by (unfold fma_min_modulus_bits in Hq; cbn in Hq; lia).
  assert (HP : 2 ^ Z.of_nat k * q <= 2 ^ 3 * 2 ^ 50)
    by (apply Z.mul_le_mono_nonneg; [apply Z.pow_nonneg|apply Z.pow_le_mono_r| |]; lia).
  split.
  - intros Hx Hp. apply (eltwise_fixed_product_doubles once lift Capacity) in Hp; try assumption; try lia.
    subst product.
    apply (eltwise_sums 64 once k q (x * w) z); assumption || lia.
  - intros Hx Hy Hp. apply (eltwise_product_doubles once lift Capacity f f) in Hp; try assumption; [|left; reflexivity].
    subst product.
    rewrite (canonical_word_is 64 once k) by (assumption || lia). unfold sub.
    pose proof (Z.mod_pos_bound (x * y) q ltac:(lia)). pose proof (Z.mod_pos_bound z q ltac:(lia)).
    rewrite Hl, <- Zminus_mod by lia. reflexivity.
Qed.
