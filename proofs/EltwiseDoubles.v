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

(** Reduces to below q, from a range that exceeds q by at most half a q. *)
Lemma fma_finished_canonical lift Capacity from q x n result :
  2 <= q < 2 ^ 50 -> 4 <= Capacity <= 16 -> Capacity * q <= 2 ^ 52 -> from <= 256 -> 256 * Z.abs x < from * q ->
  lifting 64 lift -> x mod q = n mod q ->
  fma_finished lift Capacity 1 from q (IZR x) result <-> result = n mod q.
Proof.
  intros Hq HC Hfit Hfrom Hx Hl E.
  assert (Hno : fma_finishes_at_once (Capacity * 256) from = false)
    by (unfold fma_finishes_at_once; destruct (Z.ltb_spec 256 from); [lia|reflexivity]).
  destruct (fma_finished_right lift Capacity 1 from q x) as (word & H & R & C); try assumption; try lia.
  { intros _. rewrite Hno. discriminate. }
  rewrite H. rewrite (below_q n q word) by (lia || congruence). reflexivity.
Qed.

(** mul<Factor>, for operands below 2^n q. *)
Definition fma_mul once lift Capacity n q x y result :=
  let x := fma_from_word (canonical_word once n q x) in let y := fma_from_word (canonical_word once n q y) in
  fma_finished lift Capacity 1 256 q (remainder_in_doubles x y (fma_quotient x y q) (IZR q)) result.

Theorem eltwise_product_doubles once lift Capacity n q x y result :
  2 <= q < 2 ^ 50 -> 4 <= Capacity <= 16 -> Capacity * q <= 2 ^ 52 -> conditional 64 once -> lifting 64 lift ->
  (n <= 3)%nat -> 0 <= x < 2 ^ Z.of_nat n * q -> 0 <= y < 2 ^ Z.of_nat n * q ->
  fma_mul once lift Capacity n q x y result <-> result = (x * y) mod q.
Proof.
  intros Hq HC Hfit Ho Hl Hn Hx Hy. unfold fma_mul.
  assert (HP : 2 ^ Z.of_nat n * q <= 2 ^ 3 * 2 ^ 50)
    by (apply Z.mul_le_mono_nonneg; [apply Z.pow_nonneg|apply Z.pow_le_mono_r| |]; lia).
  rewrite !(canonical_word_is 64 once n) by (assumption || lia).
  pose proof (Z.mod_pos_bound x q ltac:(lia)) as Mx. pose proof (Z.mod_pos_bound y q ltac:(lia)) as My.
  cbv zeta. rewrite !fma_from_word_is by lia.
  destruct (fma_element_wise_product (x mod q) (y mod q) q Hq Mx My) as (c & -> & -> & B).
  apply fma_finished_canonical; try assumption; try lia.
  rewrite (congruent _ (x mod q * (y mod q)) q c) by lia. rewrite <- Z.mul_mod by lia. reflexivity.
Qed.

(** mul_shoup<Factor>: operands below 8 q take one conditional subtraction. *)
Definition fma_mul_shoup once lift Capacity Factor q w x result :=
  let x := fma_from_word (if 4 <? Factor then once x (eltwise_subtrahend q) else x) in
  let c := rounded_product x (IZR (fma_ratio w q) / IZR (2 ^ 64)) in
  fma_finished lift Capacity 1 (fma_product_bound Capacity (4 * 256)) q
    (remainder_in_doubles x (IZR (fma_centred w q)) c (IZR q)) result.

Theorem eltwise_fixed_product_doubles once lift Capacity Factor q w x result :
  2 <= q < 2 ^ 50 -> 4 <= Capacity <= 16 -> Capacity * q <= 2 ^ 52 -> conditional 64 once -> lifting 64 lift ->
  Factor <= 8 -> 0 <= x < Factor * q -> 0 <= w < q ->
  fma_mul_shoup once lift Capacity Factor q w x result <-> result = (x * w) mod q.
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
  destruct (fma_product v w q Capacity (4 * 256)) as (c & -> & -> & B & _); try lia.
  assert (HB : fma_product_bound Capacity (4 * 256) <= 256).
  { unfold fma_product_bound. assert ((4 * 256 + 8 * Capacity - 1) / (8 * Capacity) < 34); [|lia].
    apply Z.div_lt_upper_bound; lia. }
  apply fma_finished_canonical; try assumption.
  assert (Ew : fma_centred w q mod q = w mod q).
  { unfold fma_centred. destruct (word_shoup_quotient w q <? 2 ^ 63); [reflexivity|]. apply (congruent _ _ _ 1); lia. }
  rewrite (congruent _ (v * fma_centred w q) q c) by lia.
  rewrite Z.mul_mod, Ev, Ew, <- Z.mul_mod by lia. reflexivity.
Qed.

(** axpy, products by fixed operands with a summand, and mul_sub. *)
Theorem eltwise_sums_doubles once lift Capacity Factor n k q w x y z product :
  2 <= q < 2 ^ 50 -> 4 <= Capacity <= 16 -> Capacity * q <= 2 ^ 52 -> conditional 64 once -> lifting 64 lift ->
  Factor <= 8 -> (n <= 3)%nat -> (k <= 3)%nat -> 0 <= w < q -> 0 <= z < 2 ^ Z.of_nat k * q ->
  (0 <= x < Factor * q -> fma_mul_shoup once lift Capacity Factor q w x product ->
   once (add 64 product (canonical_word once k q z)) q = (x * w + z) mod q) /\
  (0 <= x < 2 ^ Z.of_nat n * q -> 0 <= y < 2 ^ Z.of_nat n * q -> fma_mul once lift Capacity n q x y product ->
   lift (sub 64 product (canonical_word once k q z)) q = (x * y - z) mod q).
Proof.
  intros Hq HC Hfit Ho Hl HF Hn Hk Hw Hz.
  assert (HP : 2 ^ Z.of_nat k * q <= 2 ^ 3 * 2 ^ 50)
    by (apply Z.mul_le_mono_nonneg; [apply Z.pow_nonneg|apply Z.pow_le_mono_r| |]; lia).
  split.
  - intros Hx Hp. apply eltwise_fixed_product_doubles in Hp; try assumption. subst product.
    apply (eltwise_sums 64 once k q (x * w) z); assumption || lia.
  - intros Hx Hy Hp. apply eltwise_product_doubles in Hp; try assumption. subst product.
    rewrite (canonical_word_is 64 once k) by (assumption || lia). unfold sub.
    pose proof (Z.mod_pos_bound (x * y) q ltac:(lia)). pose proof (Z.mod_pos_bound z q ltac:(lia)).
    rewrite Hl, <- Zminus_mod by lia. reflexivity.
Qed.
