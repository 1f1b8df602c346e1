(** Ranges of transforms modulo several words in 52-bit limbs: section 18.4 of docs/bounds/wide.md. The schedule of
    src/kernels/wide_ntt_stages.hpp on ranges, for every number of limbs. Where a multiplicand or what is reduced is out
    of its range, nothing is known of the result, which lies within none of the ranges that are stated. *)
From Coq Require Import List.
From Ringlet Require Import Words Constants Cells WideFirstStages.
Import ListNotations.

Section Schedule.
Context (limbs : Z).

Definition wide_capacity := montgomery52_capacity limbs.
Definition wide_twiddle_product := montgomery52_twiddle_range limbs wide_capacity.
Definition wide_lanes := montgomery52_lanes_range limbs wide_capacity.
Definition wide_reduced_range := montgomery52_reduced wide_capacity.
Definition wide_canonical_range := montgomery52_canonical wide_capacity.
Definition wide_anything := mk_range (- 2 ^ 40) (2 ^ 40).
Definition is_multiplicand x := (0 <=? low x) && (high x <=? wide_capacity).
Definition wide_mul x y :=
  if is_multiplicand x && is_multiplicand y then montgomery52_product_range wide_capacity (high x) (high y)
  else wide_anything.

Definition wide_words below := mk_range 0 (below * 256).
Definition wide_range_sum x y := mk_range (low x + low y) (high x + high y).
Definition wide_range_difference x y := mk_range (low x - high y) (high x - low y).
Definition wide_lifted factor x := wide_range_sum x (mk_range (factor * 256) (factor * 256)).

Definition wide_depth := - low (wide_twiddle_product (mk_range 0 256)) / 256.
Definition wide_lift := wide_offset wide_entry wide_depth.
Definition wide_last_lift := wide_last_offset wide_depth.

Definition hull x y := mk_range (Z.min (low x) (low y)) (Z.max (high x) (high y)).
Definition hull_of (x : list range) :=
  match x with [] => mk_range 0 0 | first :: others => fold_left hull others first end.

(** The sum and the difference of a value and a product. *)
Definition wide_butterfly x y := let t := wide_twiddle_product y in (wide_range_sum x t, wide_range_difference x t).

(** The first three stages of a cyclic transform on values below [below] q. *)
Definition wide_first_stages below : list range :=
  first_three (fun _ => wide_twiddle_product) wide_range_sum wide_range_difference wide_lifted wide_reduced_range below
    wide_depth wide_lift (fun _ => wide_words below).

(** Stages on 2^stages values, which meet the one half way up first. *)
Fixpoint wide_stages (stages : nat) (x : list range) : list range :=
  match stages with
  | O => x
  | S remaining =>
      let half := Nat.div (length x) 2 in
      let pairs := map (fun p => wide_butterfly (fst p) (snd p)) (combine (firstn half x) (skipn half x)) in
      wide_stages remaining (map fst pairs) ++ wide_stages remaining (map snd pairs)
  end.

(** The first value is reduced and lifted. *)
Definition wide_after lift (r : range) stages :=
  hull_of (wide_stages stages (wide_lifted lift (wide_reduced_range r) :: repeat r (2 ^ stages - 1))).

Definition wide_between :=
  let first := hull (hull (hull_of (wide_first_stages 1)) (hull_of (wide_first_stages wide_entry)))
    (wide_lifted (2 * wide_depth) (wide_words wide_entry)) in
  hull first (wide_after wide_lift first 3).

Definition wide_results :=
  hull (wide_after wide_last_lift wide_between 1)
    (hull (wide_after wide_last_lift wide_between 2) (wide_after wide_last_lift wide_between 3)).

Definition wide_finishable :=
  hull wide_results (hull (hull_of (wide_first_stages 1)) (hull_of (wide_first_stages wide_entry))).

(** Factors that are computed one from another, and values that stay in cells. *)
Definition wide_chained := wide_lanes (wide_lanes (mk_range 0 wide_capacity)).
Definition wide_cells := wide_reduced_range wide_finishable.
End Schedule.

(** T is the product of section 18.1, which [montgomery52_row_product] finds in its range. *)
Theorem wide_butterfly_in_range limbs q x y v T : within q x v -> within q (wide_twiddle_product limbs y) T ->
  within q (fst (wide_butterfly limbs x y)) (v + T) /\
  within q (snd (wide_butterfly limbs x y)) (v - T).
Proof.
  unfold wide_butterfly, wide_range_sum, wide_range_difference, within. cbn [fst snd low high]. lia.
Qed.

Ltac for_all_limbs limbs :=
  let H := fresh in
  assert (H : limbs = 3 \/ limbs = 4 \/ limbs = 5 \/ limbs = 6 \/ limbs = 7 \/ limbs = 8 \/ limbs = 9 \/ limbs = 10)
    by lia;
  repeat destruct H as [-> | H]; [..|subst limbs].

(** Stages: what is between three of them no longer grows; all multiplicands and all that is reduced are in their
    ranges, since nothing would be known of the results otherwise. What transforms leave can be reduced and finished. *)
Theorem wide_stages_in_range limbs : 3 <= limbs <= 10 ->
  let between := wide_between limbs in
  inside (wide_after limbs (wide_lift limbs) between 3) between /\
  inside between (mk_range 0 (wide_capacity limbs)) /\
  inside between (mk_range 256 (wide_capacity limbs - 256)) /\
  inside (wide_finishable limbs) (mk_range 256 (wide_capacity limbs - 256)).
Proof. intros H. for_all_limbs limbs; vm_compute; repeat split; discriminate. Qed.

(** Products by the factors between are what rows begin with; so are reduced values, which are what sums, differences and
    products of values in cells are reduced to. *)
Theorem wide_cells_in_range limbs : 3 <= limbs <= 10 ->
  let cells := wide_cells limbs in let reduced := wide_reduced_range limbs in
  let product := wide_mul limbs cells cells in let lifted := wide_lifted (wide_depth limbs + 1) in
  inside (wide_lanes limbs (wide_chained limbs)) (wide_chained limbs) /\
  inside (wide_mul limbs (wide_results limbs) (wide_chained limbs)) (wide_words wide_entry) /\
  inside (wide_mul limbs (hull_of (wide_first_stages limbs 1)) (wide_words 1)) (wide_words wide_entry) /\
  inside cells (wide_words wide_entry) /\
  inside (reduced (wide_lifted 1 (wide_range_sum cells cells))) cells /\
  inside (reduced (wide_lifted wide_difference_lift (wide_range_difference cells cells))) cells /\
  inside
    (reduced (lifted (hull (wide_range_sum (wide_twiddle_product limbs product) cells) (wide_range_sum product cells))))
    cells /\
  inside (wide_canonical_range limbs (wide_lifted 1 cells)) (wide_words 1) /\
  inside (wide_canonical_range limbs (lifted (wide_twiddle_product limbs (wide_finishable limbs)))) (wide_words 1).
Proof. intros H. for_all_limbs limbs; vm_compute; repeat split; discriminate. Qed.

(** The factors between, as section 18.4 bounds them. *)
Theorem wide_chained_factors limbs : 3 <= limbs <= 10 ->
  high (wide_chained limbs) * wide_capacity limbs <
    256 * (limbs * wide_capacity limbs + (limbs + 1) * 256) + wide_capacity limbs.
Proof. intros H. for_all_limbs limbs; vm_compute; reflexivity. Qed.
