(** Passes of transforms on 128-bit words in doubles, in the kernels' order of stages: sections 14.3 to 14.6 of
    docs/bounds/limbs_in_doubles.md, after src/kernels/ntt_forward.hpp, ntt_inverse.hpp and their ranges. A pass works
    on the 2^n values of one block, those in the lanes of a tile included; shuffles only change their places. Functions
    work on any type with these operations: on values and on facts about values. *)
From Coq Require Import List.
From Ringlet Require Import Words Constants FmaRanges FmaGrowth.
Import ListNotations.

(** The input of a pass: the caller's words, cells of the previous pass, or those multiplied by the twists. *)
Inductive block_input := from_words | from_cells | from_twisted.
(** The treatment of the sum of an inverse butterfly. *)
Inductive sum_fate := stays | is_reduced | is_scaled.

Section Passes.
Context {V : Type} (product : nat -> V -> V) (add sub : V -> V -> V) (reduce carry : V -> V).
Local Open Scope nat_scope.

(** A twist is the twiddle of its place. *)
Definition pass_load input lead twist (x : nat -> V) p :=
  match input with
  | from_words => x p
  | from_cells => if p <? lead then reduce (x p) else x p
  | from_twisted => product (twist p) (x p)
  end.

(** Bit stages - 1 - s of a place distinguishes first operands from second operands. *)
Definition forward_stage stages s (prepares : bool) (w : nat -> nat) (x : nat -> V) p :=
  let half := 2 ^ (stages - 1 - s) in
  let ready v := if prepares then reduce v else v in
  if Nat.testbit p (stages - 1 - s) then sub (ready (x (p - half))) (product (w (p - half)) (x p))
  else add (ready (x p)) (product (w p) (x (p + half))).
Fixpoint forward_stages_of stages (prepares : nat -> bool) (w : nat -> nat -> nat) (s : nat) x :=
  match s with
  | O => x
  | S s => forward_stage stages s (prepares s) (w s) (forward_stages_of stages prepares w s x)
  end.

(** The inverse, the finest stage first; with two limbs, sums are carried. *)
Definition inverse_stage s (fate : nat -> sum_fate) (w : nat -> nat) scale (x : nat -> V) p :=
  let half := 2 ^ s in
  if Nat.testbit p s then product (w (p - half)) (sub (x (p - half)) (x p))
  else
    let sum := carry (add (x p) (x (p + half))) in
    match fate p with stays => sum | is_reduced => reduce sum | is_scaled => product scale sum end.
Fixpoint inverse_stages_of (fate : nat -> nat -> sum_fate) (w : nat -> nat -> nat) scale (s : nat) x :=
  match s with
  | O => x
  | S s => inverse_stage s (fate s) (w s) scale (inverse_stages_of fate w scale s x)
  end.
End Passes.

(** ** The schedule *)

(** ForwardRanges: the range before a stage of [stages], and whether that stage prepares its first operand. *)
Definition entry_range limbs input :=
  match input with
  | from_words => forward_entry_words
  | from_cells => fma_limbs_between (fma_limbs_growth limbs)
  | from_twisted => fma_limbs_product_range (fma_limbs_growth limbs)
  end.
Definition prepares_range limbs r remaining :=
  forward_prepares (fma_limbs_ct_accepts (fma_limbs_growth limbs) (fma_limbs_capacity limbs)) fma_limbs_max_lift r
    remaining.
Fixpoint range_before limbs (stages : nat) first (s : nat) :=
  match s with
  | O => first
  | S s =>
      let r := range_before limbs stages first s in
      forward_after_stage (fma_limbs_ct_result (fma_limbs_growth limbs)) (fun r _ => fma_limbs_prepared r)
        (prepares_range limbs r (Z.of_nat (stages - s))) 0 r
  end.
(** Inside vectors, the leaders' range determines the ranges. *)
Definition stage_prepares limbs input (stages across s : nat) :=
  let entry := entry_range limbs input in
  let follows_leaders := match input with from_cells => fma_limbs_reduces_leaders limbs | _ => false end in
  let entry := if negb (Nat.ltb s across) && follows_leaders then fma_limbs_leader else entry in
  prepares_range limbs (range_before limbs stages entry s) (Z.of_nat (stages - s)).

(** InverseLaneBounds and InverseBounds, in which all products are below the growth. *)
Definition sum_limit limbs := inverse_limit (fma_limbs_capacity limbs).
Definition lane_fate limbs bound := if sum_limit limbs <? 2 * bound then is_reduced else stays.
Definition fate_bound limbs sum fate :=
  match fate with stays => sum | is_reduced => fma_limbs_reduced_bound sum | is_scaled => fma_limbs_growth limbs end.
Fixpoint lane_bound limbs entry (s : nat) :=
  match s with
  | O => entry
  | S s =>
      let bound := lane_bound limbs entry s in
      Z.max (fate_bound limbs (2 * bound) (lane_fate limbs bound)) (fma_limbs_growth limbs)
  end.
Definition across_fate limbs (across : nat) (scaled : bool) sum (t position : nat) :=
  let last := Nat.eqb (S t) across in
  let is_first := Nat.eqb (Nat.modulo position (2 ^ t)) 0 in
  if scaled && last && (is_first || negb (fma_limbs_scales_first_products limbs)) then is_scaled
  else if (if last && negb scaled then fma_limbs_between_inverse limbs else sum_limit limbs) <? sum then is_reduced
  else stays.
Fixpoint across_bound limbs (across : nat) scaled entry (t position : nat) :=
  match t with
  | O => entry
  | S t =>
      if Nat.testbit position t then fma_limbs_growth limbs
      else
        let now := across_bound limbs across scaled entry t in
        let sum := now position + now (position + 2 ^ t)%nat in
        fate_bound limbs sum (across_fate limbs across scaled sum t position)
  end.
(** The fates in a pass of [lanes] stages inside vectors and [across] across them. *)
Definition stage_fate limbs (lanes across : nat) scaled entry (s p : nat) :=
  if Nat.ltb s lanes then lane_fate limbs (lane_bound limbs entry s)
  else
    let t := (s - lanes)%nat in let now := across_bound limbs across scaled (lane_bound limbs entry lanes) t in
    let position := Nat.div p (2 ^ lanes) in
    across_fate limbs across scaled (now position + now (position + 2 ^ t)%nat) t position.

(** The number of leaders of a block: the values in the lanes of one vector. *)
Definition leaders limbs lanes := if fma_limbs_reduces_leaders limbs then (2 ^ lanes)%nat else O.
(** The pass. Forward, leaders are reduced where it reads cells. The inverse reduces none; its last pass, which
    multiplies by 1/n, is [scaled]. *)
Definition forward_pass {V} limbs (product : nat -> V -> V) add sub reduce input (lanes across : nat) twist w
    (x : nat -> V) :=
  let stages := (lanes + across)%nat in
  forward_stages_of product add sub reduce stages (stage_prepares limbs input stages across) w stages
    (pass_load product reduce input (leaders limbs lanes) twist x).
Definition inverse_bound limbs input :=
  match input with
  | from_words => inverse_input_words
  | from_cells => fma_limbs_between_inverse limbs
  | from_twisted => inverse_twisted (fun _ => fma_limbs_growth limbs) (fma_limbs_capacity limbs)
  end.
Definition inverse_pass_of {V} limbs (product : nat -> V -> V) add sub reduce carry input (lanes across : nat) scaled
    twist w scale (x : nat -> V) :=
  inverse_stages_of product add sub reduce carry (stage_fate limbs lanes across scaled (inverse_bound limbs input)) w
    scale (lanes + across) (pass_load product (fun v => v) input 0 twist x).

(** ** Facts about values *)

(** The number in units of q / 256, at least [- negative] and at most [positive]; the maximum of limb 0; and, for three
    limbs, the maximum of the sum of all limbs. If an operation does not accept its operands, nothing is known of its
    result. *)
Record known := mk_known { negative_part : Z; positive_part : Z; lower_limb : Z; all_limbs : Z }.
Definition bound_of k := Z.max (negative_part k) (positive_part k).
Definition mk_signed bound := mk_known bound bound.
Definition of_two (limbs : Z) := limbs =? 2.
Definition fma_unit limbs := if of_two limbs then 2 ^ 49 else 2 ^ 40.

(** [fma_two_limb_product_by_table] and [fma_three_limb_product]. *)
Definition after_product limbs k :=
  if (bound_of k <=? fma_limbs_max_multiplicand limbs (fma_limbs_capacity limbs)) &&
    (if of_two limbs then lower_limb k <=? 2 ^ 53 else all_limbs k <=? 5 * 2 ^ 49 + 1)
  then Some (mk_signed (fma_limbs_growth limbs) ((if of_two limbs then 3 else 8) * fma_unit limbs)
    (product_size (all_limbs k)))
  else None.
(** [limb_step_is] and [fma_three_limb_stage]: sums and differences of limbs are exact. *)
Definition after_sum limbs k l :=
  let sum := mk_known (negative_part k + negative_part l) (positive_part k + positive_part l)
    (lower_limb k + lower_limb l) (all_limbs k + all_limbs l) in
  if (bound_of sum <=? fma_limbs_capacity limbs) &&
    ((if of_two limbs then lower_limb sum else all_limbs sum) <=? 2 ^ 53)
  then Some sum else None.
Definition after_difference limbs k l :=
  after_sum limbs k (mk_known (positive_part l) (negative_part l) (lower_limb l) (all_limbs l)).
(** [fma_two_limbs_reduced] and [fma_three_limbs_reduced]. *)
Definition after_reduction limbs k :=
  if (bound_of k <=? fma_limbs_capacity limbs) &&
    (if of_two limbs then lower_limb k <=? 2 ^ 51 else all_limbs k <=? 5 * 2 ^ 49 + 1)
  then Some (mk_signed fma_limbs_reduced ((if of_two limbs then 1 else 2) * fma_unit limbs) (5 * fma_unit limbs))
  else None.
(** [fma_two_limbs_carried]. *)
Definition after_carry limbs k :=
  if (bound_of k <=? fma_limbs_capacity limbs) && (lower_limb k <=? 2 ^ 53)
  then Some (mk_known (negative_part k) (positive_part k) (fma_unit limbs) (all_limbs k)) else None.
Definition after_sum_carry limbs k := if of_two limbs then after_carry limbs k else Some k.
(** Cells carry limb 0 of two limbs, and limb 1 of three, as in [fma_three_limbs_carried] and
    [fma_three_limbs_enter]. *)
Definition after_store limbs k :=
  if of_two limbs then after_carry limbs k
  else if (bound_of k <=? fma_limbs_between_inverse 3) && (lower_limb k <=? 32 * fma_unit 3) &&
    (all_limbs k <=? 2 ^ 53 - 2 ^ 12)
  then Some (mk_known (negative_part k) (positive_part k) (lower_limb k) (lower_limb k + 11 * fma_unit 3)) else None.
(** [fma_two_limbs_finished] and [fma_three_limbs_finished]. *)
Definition can_finish limbs k :=
  (bound_of k <=? fma_limbs_capacity limbs) &&
  (if of_two limbs then lower_limb k <=? 2 ^ 53 else all_limbs k <=? 1080 * fma_unit 3).

Definition if_known (f : known -> option known) v := match v with Some k => f k | None => None end.
Definition if_both_known (f : known -> known -> option known) v w :=
  match v with Some k => if_known (f k) w | None => None end.

(** Words, as [fma_limbs_from_words] converts them, in [0, 2^B) under the top; cells are below [bound] q. *)
Definition known_words limbs bound :=
  mk_known 0 bound ((if of_two limbs then 2 else 4) * fma_unit limbs) ((8 + bound / 256) * fma_unit limbs).
Definition known_cells limbs bound :=
  mk_signed bound ((if of_two limbs then 1 else 32) * fma_unit limbs) (43 * fma_unit limbs).

Definition forward_input limbs input :=
  match input with
  | from_words => known_words limbs (high forward_entry_words)
  | _ => known_cells limbs (high (entry_range limbs from_cells))
  end.
Definition inverse_input limbs input :=
  match input with
  | from_words => known_words limbs inverse_input_words
  | _ => known_cells limbs (fma_limbs_between_inverse limbs)
  end.
Definition known_block (stages : nat) (k : known) p := if Nat.ltb p (2 ^ stages) then Some k else None.
Definition known_forward limbs input (lanes across : nat) :=
  forward_pass limbs (fun _ => if_known (after_product limbs)) (if_both_known (after_sum limbs))
    (if_both_known (after_difference limbs)) (if_known (after_reduction limbs)) input lanes across (fun _ => O)
    (fun _ _ => O) (known_block (lanes + across) (forward_input limbs input)).
Definition known_inverse limbs input (lanes across : nat) scaled :=
  inverse_pass_of limbs (fun _ => if_known (after_product limbs)) (if_both_known (after_sum limbs))
    (if_both_known (after_difference limbs)) (if_known (after_reduction limbs)) (if_known (after_sum_carry limbs))
    input lanes across scaled (fun _ => O) (fun _ _ => O) O (known_block (lanes + across) (inverse_input limbs input)).

(** The results of strided passes and of tiles: input of a pass, and input of the finish. *)
Definition is_cell limbs bound v :=
  let cell := known_cells limbs bound in
  match if_known (after_store limbs) v with
  | Some k => (bound_of k <=? bound) && (lower_limb k <=? lower_limb cell) &&
      (of_two limbs || (all_limbs k <=? all_limbs cell))
  | None => false
  end.
Definition is_finishable limbs v := match v with Some k => can_finish limbs k | None => false end.
Definition holds_in_block (stages : nat) (check : option known -> bool) values :=
  forallb (fun p => check (values p)) (seq 0 (2 ^ stages)).
Definition counts most := map S (seq 0 (Z.to_nat most)).

(** Vectors have four lanes. *)
Definition vector_log := 2%nat.
Definition forward_fits limbs : bool :=
  let cells := high (entry_range limbs from_cells) in
  forallb (fun input => forallb (fun across =>
    holds_in_block across (is_cell limbs cells) (known_forward limbs input 0 across)) (counts row_stages))
    [from_words; from_cells; from_twisted] &&
  forallb (fun input => forallb (fun across =>
    holds_in_block (vector_log + across) (is_finishable limbs) (known_forward limbs input vector_log across))
    (counts tile_stages)) [from_words; from_cells].
Definition inverse_fits limbs : bool :=
  let cells := fma_limbs_between_inverse limbs in
  let tile across scaled := known_inverse limbs from_words vector_log across scaled in
  forallb (fun across => holds_in_block (vector_log + across) (is_cell limbs cells) (tile across false) &&
    holds_in_block (vector_log + across) (is_finishable limbs) (tile across true)) (counts tile_stages) &&
  forallb (fun input => forallb (fun across =>
    holds_in_block across (is_cell limbs cells) (known_inverse limbs input 0 across false) &&
    holds_in_block across (is_finishable limbs) (known_inverse limbs input 0 across true)) (counts row_stages))
    [from_cells; from_twisted].

Lemma passes_fit : forallb (fun limbs => forward_fits limbs && inverse_fits limbs) [2; 3] = true.
Proof. vm_compute. reflexivity. Qed.

(** ** Values *)

Section Related.
Context {A B : Type} (R : A -> B -> Prop) (product : nat -> A -> A) (product' : nat -> B -> B)
  (add sub : A -> A -> A) (add' sub' : B -> B -> B) (reduce carry : A -> A) (reduce' carry' : B -> B).
Context (Hp : forall w w' a b, R a b -> R (product w a) (product' w' b))
  (Ha : forall a b c d, R a b -> R c d -> R (add a c) (add' b d))
  (Hs : forall a b c d, R a b -> R c d -> R (sub a c) (sub' b d))
  (Hr : forall a b, R a b -> R (reduce a) (reduce' b)) (Hc : forall a b, R a b -> R (carry a) (carry' b)).

Lemma load_related input lead twist twist' x y : (forall p, R (x p) (y p)) ->
  forall p, R (pass_load product reduce input lead twist x p) (pass_load product' reduce' input lead twist' y p).
Proof. intros H p. destruct input; cbn [pass_load]; [|destruct (Nat.ltb p lead)|]; auto. Qed.

Lemma forward_related stages prepares w w' x y : (forall p, R (x p) (y p)) -> forall s p,
  R (forward_stages_of product add sub reduce stages prepares w s x p)
    (forward_stages_of product' add' sub' reduce' stages prepares w' s y p).
Proof.
  intros H s. induction s as [|s IH]; intros p; cbn [forward_stages_of]; [apply H|]. unfold forward_stage.
  destruct (Nat.testbit p (stages - 1 - s)); destruct (prepares s); auto.
Qed.

Lemma inverse_related fate w w' scale scale' x y : (forall p, R (x p) (y p)) -> forall s p,
  R (inverse_stages_of product add sub reduce carry fate w scale s x p)
    (inverse_stages_of product' add' sub' reduce' carry' fate w' scale' s y p).
Proof.
  intros H s. induction s as [|s IH]; intros p; cbn [inverse_stages_of]; [apply H|]. unfold inverse_stage.
  destruct (Nat.testbit p s); [auto|]. destruct (fate s p); auto.
Qed.
End Related.

Section Sound.
Context {V : Type} (limbs q : Z) (number_of lower all : V -> Z).
Context (product : nat -> V -> V) (add sub : V -> V -> V) (reduce carry store : V -> V).

Definition is_known k v :=
  - (negative_part k * q) <= 256 * number_of v <= positive_part k * q /\ lower v <= lower_limb k /\
  (limbs = 3 -> all v <= all_limbs k).
Definition is_known_if known v := match known with Some k => is_known k v | None => True end.

(** The statements of the theorems named above, for operands that they cover. *)
Definition double_limbs_are_sound :=
  (forall w k v, is_known k v -> is_known_if (after_product limbs k) (product w v)) /\
  (forall k l v u, is_known k v -> is_known l u -> is_known_if (after_sum limbs k l) (add v u)) /\
  (forall k l v u, is_known k v -> is_known l u -> is_known_if (after_difference limbs k l) (sub v u)) /\
  (forall k v, is_known k v -> is_known_if (after_reduction limbs k) (reduce v)) /\
  (forall k v, is_known k v -> is_known_if (after_sum_carry limbs k) (carry v)) /\
  (forall k v, is_known k v -> is_known_if (after_store limbs k) (store v)).
Context (sound : double_limbs_are_sound) (Hq : 0 < q) (HL : two_or_three_limbs limbs).

Lemma of_maybe f g : (forall k v, is_known k v -> is_known_if (f k) (g v)) -> forall known v, is_known_if known v ->
  is_known_if (if_known f known) (g v).
Proof. intros H [k|] v Hv; [apply H; exact Hv|exact I]. Qed.

Lemma of_maybe_both f g : (forall k l v u, is_known k v -> is_known l u -> is_known_if (f k l) (g v u)) ->
  forall known v known' u, is_known_if known v -> is_known_if known' u ->
  is_known_if (if_both_known f known known') (g v u).
Proof. intros H [k|] v [l|] u Hv Hu; try exact I. apply H; assumption. Qed.

Lemma is_block stages k x : (forall p, (p < 2 ^ stages)%nat -> is_known k (x p)) ->
  forall p, is_known_if (known_block stages k p) (x p).
Proof. intros H p. unfold known_block. destruct (Nat.ltb_spec p (2 ^ stages)); [apply H; assumption|exact I]. Qed.

Lemma is_cell_is bound known v : is_cell limbs bound known = true -> is_known_if known v ->
  is_known (known_cells limbs bound) (store v).
Proof.
  intros H Hv. unfold is_cell in H. destruct sound as (_ & _ & _ & _ & _ & Hst).
  pose proof (of_maybe _ store Hst known v Hv) as R.
  destruct (if_known (after_store limbs) known) as [k|]; [|discriminate].
  cbn [is_known_if] in R. apply andb_prop in H. destruct H as [H H2]. apply andb_prop in H. destruct H as [H0 H1].
  apply Z.leb_le in H0, H1. unfold bound_of in H0. destruct R as (Rn & Rl & Ra). unfold is_known.
  change (negative_part (known_cells limbs bound)) with bound.
  change (positive_part (known_cells limbs bound)) with bound.
  assert (negative_part k * q <= bound * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (positive_part k * q <= bound * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  split; [lia|]. split; [exact (Z.le_trans _ _ _ Rl H1)|]. intros E. specialize (Ra E).
  apply orb_prop in H2. destruct H2 as [H2|H2]; [rewrite E in H2; discriminate|]. apply Z.leb_le in H2.
  exact (Z.le_trans _ _ _ Ra H2).
Qed.

Lemma holds_is stages check values p : holds_in_block stages check values = true -> (p < 2 ^ stages)%nat ->
  check (values p) = true.
Proof. unfold holds_in_block. intros H Hp. rewrite forallb_forall in H. apply H, in_seq. lia. Qed.

Lemma counted n most : (1 <= n)%nat -> Z.of_nat n <= most -> In n (counts most).
Proof. intros H1 Hn. apply in_map_iff. exists (n - 1)%nat. split; [lia|]. apply in_seq. lia. Qed.

Lemma limbs_fit : forward_fits limbs = true /\ inverse_fits limbs = true.
Proof.
  pose proof passes_fit as H. rewrite forallb_forall in H. apply andb_prop, H.
  destruct HL as [-> | ->]; cbn; auto.
Qed.

Definition is_finished v := exists k, can_finish limbs k = true /\ is_known k v.

Lemma finishable_is known v : is_finishable limbs known = true -> is_known_if known v -> is_finished v.
Proof. destruct known as [k|]; [|discriminate]. intros H Hv. exists k. auto. Qed.

Lemma forward_pass_is input lanes across twist w x :
  (forall p, (p < 2 ^ (lanes + across))%nat -> is_known (forward_input limbs input) (x p)) ->
  forall p, is_known_if (known_forward limbs input lanes across p)
    (forward_pass limbs product add sub reduce input lanes across twist w x p).
Proof.
  intros Hx p. destruct sound as (Hp & Ha & Hs & Hr & _). unfold known_forward, forward_pass.
  apply (forward_related is_known_if).
  - intros _ w'. apply of_maybe, Hp.
  - apply of_maybe_both. exact Ha.
  - apply of_maybe_both. exact Hs.
  - apply of_maybe. exact Hr.
  - apply load_related; [intros _ w'; apply of_maybe, Hp|apply of_maybe; exact Hr|]. apply is_block. exact Hx.
Qed.
Lemma inverse_pass_is input lanes across scaled twist w scale x :
  (forall p, (p < 2 ^ (lanes + across))%nat -> is_known (inverse_input limbs input) (x p)) ->
  forall p, is_known_if (known_inverse limbs input lanes across scaled p)
    (inverse_pass_of limbs product add sub reduce carry input lanes across scaled twist w scale x p).
Proof.
  intros Hx p. destruct sound as (Hp & Ha & Hs & Hr & Hc & _). unfold known_inverse, inverse_pass_of.
  apply (inverse_related is_known_if).
  - intros _ w'. apply of_maybe, Hp.
  - apply of_maybe_both. exact Ha.
  - apply of_maybe_both. exact Hs.
  - apply of_maybe. exact Hr.
  - apply of_maybe. exact Hc.
  - apply load_related; [intros _ w'; apply of_maybe, Hp|auto|]. apply is_block. exact Hx.
Qed.
End Sound.

(** Forward passes of words, of cells and of twisted ones: strided passes leave input for any next pass, and tiles leave
    values that can be finished. All operations are exact for their operands. *)
Theorem fma_forward_passes (V : Type) limbs q (number_of lower all : V -> Z) product add sub reduce carry store input
    across twist w x :
  let known := is_known limbs q number_of lower all in
  let pass lanes := forward_pass limbs product add sub reduce input lanes across twist w x in
  two_or_three_limbs limbs -> 0 < q ->
  double_limbs_are_sound limbs q number_of lower all product add sub reduce carry store ->
  ((1 <= across)%nat -> Z.of_nat across <= row_stages ->
   (forall p, (p < 2 ^ across)%nat -> known (forward_input limbs input) (x p)) ->
   forall p, (p < 2 ^ across)%nat ->
     known (known_cells limbs (high (entry_range limbs from_cells))) (store (pass O p))) /\
  ((1 <= across)%nat -> Z.of_nat across <= tile_stages -> input <> from_twisted ->
   (forall p, (p < 2 ^ (vector_log + across))%nat -> known (forward_input limbs input) (x p)) ->
   forall p, (p < 2 ^ (vector_log + across))%nat -> is_finished limbs q number_of lower all (pass vector_log p)).
Proof.
  intros known pass HL Hq sound. destruct (limbs_fit limbs HL) as [H _]. unfold forward_fits in H.
  apply andb_prop in H. destruct H as [Hs Ht]. rewrite forallb_forall in Hs, Ht. split.
  - intros H1 Hn Hx p Hp. specialize (Hs input ltac:(destruct input; cbn; auto)). rewrite forallb_forall in Hs.
    specialize (Hs across (counted across _ H1 Hn)). apply (holds_is _ _ _ p) in Hs; [|exact Hp].
    eapply (is_cell_is limbs q number_of lower all product add sub reduce carry store sound Hq _ _ _ Hs).
    apply (forward_pass_is limbs q number_of lower all product add sub reduce carry store sound). exact Hx.
  - intros H1 Hn Hi Hx p Hp. specialize (Ht input ltac:(destruct input; cbn; auto; congruence)).
    rewrite forallb_forall in Ht. specialize (Ht across (counted across _ H1 Hn)).
    apply (holds_is _ _ _ p) in Ht; [|exact Hp]. apply (finishable_is _ _ _ _ _ _ _ Ht).
    apply (forward_pass_is limbs q number_of lower all product add sub reduce carry store sound). exact Hx.
Qed.

(** The inverse: the tile reads words, and strided passes read cells, twisted or not; the last pass has the factor
    1/n. *)
Theorem fma_inverse_passes (V : Type) limbs q (number_of lower all : V -> Z) product add sub reduce carry store input
    across twist w scale x :
  let known := is_known limbs q number_of lower all in
  let lanes := match input with from_words => vector_log | _ => O end in
  let pass scaled p := inverse_pass_of limbs product add sub reduce carry input lanes across scaled twist w scale x p in
  two_or_three_limbs limbs -> 0 < q ->
  double_limbs_are_sound limbs q number_of lower all product add sub reduce carry store ->
  (1 <= across)%nat -> Z.of_nat across <= match input with from_words => tile_stages | _ => row_stages end ->
  (forall p, (p < 2 ^ (lanes + across))%nat -> known (inverse_input limbs input) (x p)) ->
  forall p, (p < 2 ^ (lanes + across))%nat ->
    known (known_cells limbs (fma_limbs_between_inverse limbs)) (store (pass false p)) /\
    is_finished limbs q number_of lower all (pass true p).
Proof.
  intros known lanes pass HL Hq sound H1 Hn Hx p Hp. destruct (limbs_fit limbs HL) as [_ H]. unfold inverse_fits in H.
  apply andb_prop in H. destruct H as [Ht Hs].
  assert (F : holds_in_block (lanes + across) (is_cell limbs (fma_limbs_between_inverse limbs))
      (known_inverse limbs input lanes across false) = true /\
    holds_in_block (lanes + across) (is_finishable limbs) (known_inverse limbs input lanes across true) = true).
  { apply andb_prop. unfold lanes in *. rewrite forallb_forall in Hs, Ht. destruct input.
    - apply Ht, counted; assumption.
    - specialize (Hs from_cells ltac:(cbn; auto)). rewrite forallb_forall in Hs. apply Hs, counted; assumption.
    - specialize (Hs from_twisted ltac:(cbn; auto)). rewrite forallb_forall in Hs. apply Hs, counted; assumption. }
  destruct F as [Fc Ff]. apply (holds_is _ _ _ p) in Fc, Ff; try exact Hp. split.
  - eapply (is_cell_is limbs q number_of lower all product add sub reduce carry store sound Hq _ _ _ Fc).
    apply (inverse_pass_is limbs q number_of lower all product add sub reduce carry store sound). exact Hx.
  - apply (finishable_is _ _ _ _ _ _ _ Ff).
    apply (inverse_pass_is limbs q number_of lower all product add sub reduce carry store sound). exact Hx.
Qed.
