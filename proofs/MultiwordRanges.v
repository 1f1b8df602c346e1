(** Ranges of transforms modulo several words in 52-bit limbs: section 18.4 of docs/bounds/multiword.md. Applies the
    schedule of src/kernels/multiword_ntt_stages.hpp to ranges, for every number of limbs. If a multiplicand or a value
    to be reduced is out of its range, nothing is known of the result, which lies in none of the stated ranges. *)
From Coq Require Import List.
From Ringlet Require Import Words Constants Cells MultiwordFirstStages.
Import ListNotations.

Section Schedule.
Context (limbs : Z).

Definition multiword_capacity := montgomery52_capacity limbs.
Definition multiword_twiddle_product := montgomery52_twiddle_range limbs multiword_capacity.
Definition multiword_lanes := montgomery52_lanes_range limbs multiword_capacity.
Definition multiword_reduced_range := montgomery52_reduced multiword_capacity.
Definition multiword_canonical_range := montgomery52_canonical multiword_capacity.
Definition multiword_anything := mk_range (- 2 ^ 40) (2 ^ 40).
Definition is_multiplicand x := (0 <=? low x) && (high x <=? multiword_capacity).
Definition multiword_mul x y :=
  if is_multiplicand x && is_multiplicand y then montgomery52_product_range multiword_capacity (high x) (high y)
  else multiword_anything.

Definition multiword_words below := mk_range 0 (below * 256).
Definition multiword_range_sum x y := mk_range (low x + low y) (high x + high y).
Definition multiword_range_difference x y := mk_range (low x - high y) (high x - low y).
Definition multiword_lifted factor x := multiword_range_sum x (mk_range (factor * 256) (factor * 256)).

Definition multiword_depth := - low (multiword_twiddle_product (mk_range 0 256)) / 256.
Definition multiword_lift := multiword_offset multiword_entry multiword_depth.
Definition multiword_last_lift := multiword_last_offset multiword_depth.

Definition hull x y := mk_range (Z.min (low x) (low y)) (Z.max (high x) (high y)).
Definition hull_of (x : list range) :=
  match x with [] => mk_range 0 0 | first :: others => fold_left hull others first end.

(** The sum and the difference of a value and a product. *)
Definition multiword_butterfly x y := let t := multiword_twiddle_product y in (multiword_range_sum x t, multiword_range_difference x t).

(** The first three stages of a cyclic transform on values below [below] q. *)
Definition multiword_first_stages below : list range :=
  first_three (fun _ => multiword_twiddle_product) multiword_range_sum multiword_range_difference multiword_lifted multiword_reduced_range below
    multiword_depth multiword_lift (fun _ => multiword_words below).

(** Stages on 2^stages values, whose distance is halved in each stage. *)
Fixpoint multiword_stages (stages : nat) (x : list range) : list range :=
  match stages with
  | O => x
  | S remaining =>
      let half := Nat.div (length x) 2 in
      let pairs := map (fun p => multiword_butterfly (fst p) (snd p)) (combine (firstn half x) (skipn half x)) in
      multiword_stages remaining (map fst pairs) ++ multiword_stages remaining (map snd pairs)
  end.

(** The first value is reduced and lifted. *)
Definition multiword_after lift (r : range) stages :=
  hull_of (multiword_stages stages (multiword_lifted lift (multiword_reduced_range r) :: repeat r (2 ^ stages - 1))).

Definition multiword_between :=
  let first := hull (hull (hull_of (multiword_first_stages 1)) (hull_of (multiword_first_stages multiword_entry)))
    (multiword_lifted (2 * multiword_depth) (multiword_words multiword_entry)) in
  hull first (multiword_after multiword_lift first 3).

Definition multiword_results :=
  hull (multiword_after multiword_last_lift multiword_between 1)
    (hull (multiword_after multiword_last_lift multiword_between 2) (multiword_after multiword_last_lift multiword_between 3)).

Definition multiword_finishable :=
  hull multiword_results (hull (hull_of (multiword_first_stages 1)) (hull_of (multiword_first_stages multiword_entry))).

(** Factors that are computed from one another, and values that stay in cells. *)
Definition multiword_chained := multiword_lanes (multiword_lanes (mk_range 0 multiword_capacity)).
Definition multiword_cells := multiword_reduced_range multiword_finishable.
End Schedule.

(** T is the product of section 18.1; [montgomery52_row_product] shows its range. *)
Theorem multiword_butterfly_in_range limbs q x y v T : within q x v -> within q (multiword_twiddle_product limbs y) T ->
  within q (fst (multiword_butterfly limbs x y)) (v + T) /\
  within q (snd (multiword_butterfly limbs x y)) (v - T).
Proof.
  unfold multiword_butterfly, multiword_range_sum, multiword_range_difference, within. cbn [fst snd low high]. lia.
Qed.

Ltac for_all_limbs limbs :=
  let H := fresh in
  assert (H : limbs = 3 \/ limbs = 4 \/ limbs = 5 \/ limbs = 6 \/ limbs = 7 \/ limbs = 8 \/ limbs = 9 \/ limbs = 10)
    by lia;
  repeat destruct H as [-> | H]; [..|subst limbs].

(** Stages: ranges after each group of three stages no longer grow. All multiplicands and all reduced values are in
    their ranges, since otherwise nothing would be known of the results. Results of transforms can be reduced and
    finished. *)
Theorem multiword_stages_in_range limbs : 3 <= limbs <= 10 ->
  let between := multiword_between limbs in
  inside (multiword_after limbs (multiword_lift limbs) between 3) between /\
  inside between (mk_range 0 (multiword_capacity limbs)) /\
  inside between (mk_range 256 (multiword_capacity limbs - 256)) /\
  inside (multiword_finishable limbs) (mk_range 256 (multiword_capacity limbs - 256)).
Proof. intros H. for_all_limbs limbs; vm_compute; repeat split; discriminate. Qed.

(** Rows may begin with products by the factors between, and with reduced values. Sums, differences and products of
    values in cells are reduced to such values. *)
Theorem multiword_cells_in_range limbs : 3 <= limbs <= 10 ->
  let cells := multiword_cells limbs in let reduced := multiword_reduced_range limbs in
  let product := multiword_mul limbs cells cells in let lifted := multiword_lifted (multiword_depth limbs + 1) in
  inside (multiword_lanes limbs (multiword_chained limbs)) (multiword_chained limbs) /\
  inside (multiword_mul limbs (multiword_results limbs) (multiword_chained limbs)) (multiword_words multiword_entry) /\
  inside (multiword_mul limbs (hull_of (multiword_first_stages limbs 1)) (multiword_words 1)) (multiword_words multiword_entry) /\
  inside cells (multiword_words multiword_entry) /\
  inside (reduced (multiword_lifted 1 (multiword_range_sum cells cells))) cells /\
  inside (reduced (multiword_lifted multiword_difference_lift (multiword_range_difference cells cells))) cells /\
  inside
    (reduced (lifted (hull (multiword_range_sum (multiword_twiddle_product limbs product) cells) (multiword_range_sum product cells))))
    cells /\
  inside (multiword_canonical_range limbs (multiword_lifted 1 cells)) (multiword_words 1) /\
  inside (multiword_canonical_range limbs (lifted (multiword_twiddle_product limbs (multiword_finishable limbs)))) (multiword_words 1).
Proof. intros H. for_all_limbs limbs; vm_compute; repeat split; discriminate. Qed.

(** The factors between, as section 18.4 bounds them. *)
Theorem multiword_chained_factors limbs : 3 <= limbs <= 10 ->
  high (multiword_chained limbs) * multiword_capacity limbs <
    256 * (limbs * multiword_capacity limbs + (limbs + 1) * 256) + multiword_capacity limbs.
Proof. intros H. for_all_limbs limbs; vm_compute; reflexivity. Qed.
