(** Growth of limbs along transforms modulo several words in doubles: section 19.1 of docs/bounds/multiword.md. Applies
    the schedule of src/kernels/multiword_ntt_stages.hpp to the greatest magnitudes of limbs under the top. If limbs are
    too large for an operation, nothing is known of its result, and [unknown] exceeds all stated bounds. *)
From Coq Require Import List.
From Ringlet Require Import Words Constants MultiwordDoubles MultiwordVariables MultiwordFirstStages MultiwordSchedule.
Import ListNotations.

Definition unknown := 2 ^ 80.
(** The bounds of [fma_multiword_row_columns], of [fma_multiword_remainder_is] with [fma_multiword_carried], and of
    [fma_multiword_finish]. *)
Definition size_of_product y := if y <=? 2 ^ 53 - 2 ^ 12 then 5 * 2 ^ 45 else unknown.
Definition size_of_reduced x := if x <=? 2 ^ 52 then radix / 2 else unknown.
Definition size_of_variables x y :=
  if (x <=? 2 ^ 53 - 2 ^ 12) && (y <=? 2 ^ 53 - 2 ^ 12) then 11 * step_growth else unknown.
Definition can_be_finished x := (x <=? 2 ^ 52 - 67 * 2 ^ 42) = true.

(** The bound of a sum and of a difference. Nothing is lifted. *)
Definition size_of_sum (x y : Z) := x + y.
Definition butterfly_sizes x y := let t := size_of_product y in (size_of_sum x t, size_of_sum x t).

(** [multiword_first_stages] on eight values below [below] q. *)
Definition first_stages_sizes below s :=
  first_three (fun _ => size_of_product) size_of_sum size_of_sum (fun _ x => x) size_of_reduced below 0 0 (fun _ => s).

(** Stages on 2^stages values, whose distance is halved in each stage; the first value is reduced before. *)
Fixpoint stages_sizes (stages : nat) (x : list Z) : list Z :=
  match stages with
  | O => x
  | S remaining =>
      let half := Nat.div (length x) 2 in
      let pairs := map (fun p => butterfly_sizes (fst p) (snd p)) (combine (firstn half x) (skipn half x)) in
      stages_sizes remaining (map fst pairs) ++ stages_sizes remaining (map snd pairs)
  end.
Definition largest_of (x : list Z) := fold_left Z.max x 0.
Definition sizes_after_stages s stages :=
  largest_of (stages_sizes stages (size_of_reduced s :: repeat s (2 ^ stages - 1))).

(** Columns begin with words, rows with products of variables, or with reduced values. *)
Definition size_of_words := 2 ^ fma_multiword_limb_bits - 1.
Definition size_of_entry := Z.max (11 * step_growth) (radix / 2).
Definition sizes_first below :=
  Z.max (largest_of (first_stages_sizes below size_of_words)) (largest_of (first_stages_sizes below size_of_entry)).
Definition sizes_between below := Z.max (sizes_first below) (Z.max size_of_words size_of_entry).

(** All values below 2^80 are known; of a sum with others nothing is known. *)
Lemma first_stages_have_room below : let entry := Z.max size_of_words size_of_entry in
  2 ^ 50 < sizes_between below <= 2 ^ 52 - 67 * 2 ^ 42 /\ sizes_between below + 2 * (5 * 2 ^ 45) <= 2 ^ 53 - 2 ^ 12 /\
  entry <= sizes_between below /\
  forallb (fun s => s <=? sizes_between below) (first_stages_sizes below entry) = true.
Proof.
  unfold sizes_between, sizes_first, first_stages_sizes, first_three.
  destruct (2 <? below); vm_compute; repeat split; discriminate.
Qed.

(** Groups of three stages, and of one to three at the end, do not increase the sizes of their input, so there may be
    any number of groups. All their results can be finished, reduced, and be a factor of a product. *)
Theorem fma_multiword_stages_fit below :
  let between := sizes_between below in
  (forall s stages, 0 <= s <= between -> (stages <= 3)%nat -> sizes_after_stages s stages <= between) /\
  can_be_finished between /\ size_of_reduced between = radix / 2 /\
  size_of_product between = 5 * 2 ^ 45 /\ can_be_finished (size_of_product between) /\
  size_of_variables between between = 11 * step_growth /\
  (* operations on values in cells, which are reduced *)
  can_be_finished (size_of_sum (radix / 2) (radix / 2)) /\
  can_be_finished (size_of_sum (Z.max (11 * step_growth) (5 * 2 ^ 45)) (radix / 2)).
Proof.
  cbv zeta. destruct (first_stages_have_room below) as (B & B2 & _). set (between := sizes_between below) in *.
  clearbody between. assert (P : forall y, y <= 2 ^ 53 - 2 ^ 12 -> size_of_product y = 5 * 2 ^ 45).
  { intros y Hy. unfold size_of_product. apply Z.leb_le in Hy. rewrite Hy. reflexivity. }
  assert (R : forall s, s <= between -> size_of_reduced s = 2 ^ 42).
  { intros s Hs. unfold size_of_reduced. assert (E : s <=? 2 ^ 52 = true) by (apply Z.leb_le; lia). rewrite E.
    reflexivity. }
  split; [|split; [apply Z.leb_le; lia|split; [apply R; lia|split; [apply P; lia|split; [rewrite P by lia; reflexivity|
    split; [|split; reflexivity]]]]]].
  2: { unfold size_of_variables. assert (E : between <=? 2 ^ 53 - 2 ^ 12 = true) by (apply Z.leb_le; lia). rewrite E.
    reflexivity. }
  intros s stages Hs Hn.
  unfold sizes_after_stages. rewrite R by lia.
  do 4 (destruct stages as [|stages];
    [cbn [stages_sizes repeat Nat.pow Nat.mul Nat.add Nat.sub length Nat.div Nat.divmod fst snd firstn skipn combine map
          app largest_of fold_left butterfly_sizes]; unfold butterfly_sizes, size_of_sum, largest_of;
     cbn [fst snd fold_left]; repeat rewrite P by lia; lia|]).
  lia.
Qed.

(** The same holds in the order in which the kernel calls the stages, for any number of them, for operations with the
    bounds of [size_of_product] and [size_of_reduced]. *)
Theorem fma_multiword_transforms_in_order (V : Type) (size : V -> Z) below depth offset near product add sub reduced start
    lift by_stage twiddle log_size input :
  let first_stages x k := nth k (first_three product add sub (fun _ v => v) reduced below depth offset x) (x k) in
  (forall x y, size (add x y) <= size_of_sum (size x) (size y) /\ size (sub x y) <= size_of_sum (size x) (size y)) ->
  (forall w v, size v <= 2 ^ 53 - 2 ^ 12 -> size (product w v) <= 5 * 2 ^ 45) ->
  (forall v, size v <= 2 ^ 52 -> size (reduced v) <= radix / 2) ->
  (forall last v, start last v = reduced v) ->
  (forall v, lift v = v) -> (3 <= near)%nat -> (0 < log_size)%nat ->
  (forall i, (i < 2 ^ log_size)%nat -> size (input i) <= Z.max size_of_words size_of_entry) ->
  forall i, (i < 2 ^ log_size)%nat ->
    can_be_finished
      (size (run_transform near product add sub start first_stages lift by_stage twiddle log_size input i)).
Proof.
  intros first_stages Hsum Hmul Hred Hstart Hlift Hnear Hlog HI i Hi.
  destruct (first_stages_have_room below) as (B & B2 & Be & Bf). set (entry := Z.max size_of_words size_of_entry) in *.
  set (between := sizes_between below) in *. change (radix / 2) with (2 ^ 42) in Hred. unfold size_of_sum in Hsum.
  assert (HF : forall x : nat -> V, (forall k, (k < 8)%nat -> size (x k) <= entry) ->
    forall k, (k < 8)%nat -> size (first_stages x k) <= between).
  { intros x Hx k Hk.
    assert (F : Forall2 (fun s v => 0 <= s /\ (s < unknown -> size v <= s)) (first_stages_sizes below entry)
      (first_three product add sub (fun _ v => v) reduced below depth offset x)).
    { change (first_stages_sizes below entry) with (first_three (fun _ => size_of_product) size_of_sum size_of_sum
        (fun _ s => s) size_of_reduced below depth offset (fun _ => entry)). apply first_three_related.
      - intros w s v [_ Hv]. unfold size_of_product, unknown in *. destruct (Z.leb_spec s (2 ^ 53 - 2 ^ 12));
          [|split; [discriminate|intros X; discriminate]].
        split; [discriminate|]. intros _. apply Hmul. lia.
      - intros s v t u [Hs Hv] [Ht Hu]. destruct (Hsum v u). unfold size_of_sum. lia.
      - intros s v t u [Hs Hv] [Ht Hu]. destruct (Hsum v u). unfold size_of_sum. lia.
      - auto.
      - intros s v [_ Hv]. unfold size_of_reduced, unknown in *. destruct (Z.leb_spec s (2 ^ 52));
          [|split; [discriminate|intros X; discriminate]].
        change (radix / 2) with (2 ^ 42). split; [discriminate|]. intros _. apply Hred. lia.
      - intros j Hj. split; [discriminate|]. intros _. apply Hx. exact Hj. }
    assert (L : length (first_stages_sizes below entry) = 8%nat)
      by (unfold first_stages_sizes, first_three, one_butterfly; destruct (2 <? below); reflexivity).
    apply (forall2_at _ _ _ k 0 (x k)) in F; [|lia]. rewrite forallb_forall in Bf.
    specialize (Bf (nth k (first_stages_sizes below entry) 0) ltac:(apply nth_In; lia)).
    apply Z.leb_le in Bf. destruct F as [_ F]. unfold unknown in F. specialize (F ltac:(lia)).
    unfold first_stages. lia. }
  clearbody between entry first_stages.
  assert (G : group_is_sound product add sub start log_size (fun _ v => size v <= between)
    (fun _ _ s v => size v <= 2 ^ 42 + Z.of_nat s * (5 * 2 ^ 45))
    (fun _ s v => size v <= between + Z.of_nat s * (5 * 2 ^ 45)) (fun _ v => size v <= between)).
  { split; [|split; [|split; [|split]]].
    - intros last _ v _ Hv. rewrite Hstart. specialize (Hred v ltac:(lia)). split; lia.
    - intros _ _ s w x y _ Hs Hx Hy. specialize (Hmul w y ltac:(lia)). destruct (Hsum x (product w y)). split; lia.
    - intros _ s w x y _ Hs Hx Hy. specialize (Hmul w y ltac:(lia)). destruct (Hsum x (product w y)). split; lia.
    - intros _ v _ Hv. lia.
    - intros _ k v Hk _ Hv. lia. }
  unfold can_be_finished. apply Z.leb_le. apply Z.le_trans with between; [|lia].
  refine (stages_in_order V near product add sub start log_size _ _ _ _ G (fun v => size v <= entry) first_stages lift
    by_stage twiddle log_size input Hnear _ _ _ HI i Hi); [lia| |].
  - intros v Hv. rewrite Hlift. lia.
  - intros x Hx k Hk. split; apply HF; assumption.
Qed.

(** The ranges that the schedule gives results of operations are those of the theorems, for operands within the capacity
    and for factors; for other operands nothing is known. *)
Theorem fma_multiword_ranges_hold x y :
  (- fma_multiword_capacity <= low x -> high x <= fma_multiword_capacity ->
    fma_multiword_mul_lanes_range x = fma_multiword_rounded /\ fma_multiword_mul_twiddle_range x = fma_multiword_rounded /\
    fma_multiword_reduced_range x = fma_multiword_rounded /\ fma_multiword_canonical_range x = mk_range 0 256) /\
  (- fma_multiword_max_factor <= low x -> high x <= fma_multiword_max_factor -> - 256 <= low y -> high y <= 256 ->
    fma_multiword_mul_range x y = fma_multiword_rounded) /\
  (fma_multiword_mul_lanes_range x = fma_multiword_rounded \/ fma_multiword_mul_twiddle_range x = fma_multiword_rounded \/
    fma_multiword_reduced_range x = fma_multiword_rounded \/ fma_multiword_canonical_range x = mk_range 0 256 ->
    - fma_multiword_capacity <= low x /\ high x <= fma_multiword_capacity) /\
  (fma_multiword_mul_range x y = fma_multiword_rounded ->
    - fma_multiword_max_factor <= low x /\ high x <= fma_multiword_max_factor /\ - 256 <= low y /\ high y <= 256) /\
  - (fma_multiword_entry * 256) <= low fma_multiword_rounded /\ high fma_multiword_rounded <= fma_multiword_entry * 256.
Proof.
  unfold fma_multiword_mul_lanes_range, fma_multiword_mul_twiddle_range, fma_multiword_reduced_range, fma_multiword_canonical_range,
    fma_multiword_mul_range, fma_multiword_capacity, fma_multiword_max_factor, fma_multiword_entry, fma_multiword_rounded. cbn [low high].
  repeat match goal with
  | |- context [?a <? ?b] => destruct (Z.ltb_spec a b)
  | |- context [?a <=? ?b] => destruct (Z.leb_spec a b)
  end; repeat split; intros; try discriminate; try lia;
    repeat match goal with H : _ \/ _ |- _ => destruct H end; try discriminate; lia.
Qed.
