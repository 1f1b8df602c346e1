(** How limbs grow along transforms modulo several words in doubles: section 19.1 of docs/bounds.md. The schedule of
    src/kernels/wide_ntt_stages.hpp on what limbs under the top are at most in magnitude. Where limbs are larger than an
    operation takes, nothing is known of its result, and [unknown] is above all that is stated. *)
From Coq Require Import List.
From Ringlet Require Import Words Constants WideDoubles WideVariables WideSchedule.
Import ListNotations.

Definition unknown := 2 ^ 80.
(** What [fma_wide_row_columns], [fma_wide_remainder_is] with [fma_wide_carried], and [fma_wide_finish] say. *)
Definition size_of_product y := if y <=? 2 ^ 53 - 2 ^ 12 then 5 * 2 ^ 45 else unknown.
Definition size_of_reduced x := if x <=? 2 ^ 52 then radix / 2 else unknown.
Definition size_of_variables x y :=
  if (x <=? 2 ^ 53 - 2 ^ 12) && (y <=? 2 ^ 53 - 2 ^ 12) then 11 * step_growth else unknown.
Definition can_be_finished x := (x <=? 2 ^ 52 - 67 * 2 ^ 42) = true.

(** A sum and a difference may be as large. Nothing is lifted. *)
Definition size_of_sum (x y : Z) := x + y.
Definition butterfly_sizes x y := let t := size_of_product y in (size_of_sum x t, size_of_sum x t).

(** [wide_first_stages] on eight values; those of entries above two are reduced. *)
Definition first_stages_sizes (reduces : bool) s :=
  let sum := size_of_sum s s in let difference := sum in
  let x0 := size_of_sum sum sum in let x1 := x0 in let x2 := x0 in let x3 := x0 in
  let (x4, x6) := butterfly_sizes difference difference in
  let (x5, x7) := butterfly_sizes difference difference in
  let eight := size_of_sum x0 x1 in
  let (x2, x3) := butterfly_sizes x2 x3 in
  let (x4, x5) := butterfly_sizes x4 x5 in
  let (x6, x7) := butterfly_sizes x6 x7 in
  let first := if reduces then size_of_reduced eight else eight in
  [first; first; x2; x3; x4; x5; x6; x7].

(** Stages on 2^stages values, which meet the one half way up first, and of which the first is reduced before. *)
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

(** Columns begin with words, rows with products of variables, or with what was reduced. *)
Definition size_of_words := 2 ^ fma_wide_limb_bits - 1.
Definition size_of_entry := Z.max (11 * step_growth) (radix / 2).
Definition sizes_first reduces := Z.max (largest_of (first_stages_sizes reduces size_of_words))
  (largest_of (first_stages_sizes reduces size_of_entry)).
Definition sizes_between reduces := Z.max (sizes_first reduces) (Z.max size_of_words size_of_entry).

(** Groups of three stages, and of one to three at the end, leave no more than they found, so that any number of them
    does; all that they leave can be finished, reduced, and be a factor of a product. *)
Theorem fma_wide_stages_fit reduces :
  let between := sizes_between reduces in
  (forall s stages, 0 <= s <= between -> (stages <= 3)%nat -> sizes_after_stages s stages <= between) /\
  can_be_finished between /\ size_of_reduced between = radix / 2 /\
  size_of_product between = 5 * 2 ^ 45 /\ can_be_finished (size_of_product between) /\
  size_of_variables between between = 11 * step_growth /\
  (* operations on values in cells, which are reduced *)
  can_be_finished (size_of_sum (radix / 2) (radix / 2)) /\
  can_be_finished (size_of_sum (Z.max (11 * step_growth) (5 * 2 ^ 45)) (radix / 2)).
Proof.
  cbv zeta. split; [|destruct reduces; vm_compute; repeat split; discriminate].
  set (between := sizes_between reduces).
  assert (B : 2 ^ 50 < between <= 2 ^ 52 - 67 * 2 ^ 42 /\ between + 2 * (5 * 2 ^ 45) <= 2 ^ 53 - 2 ^ 12).
  { unfold between. destruct reduces; vm_compute; repeat split; discriminate. }
  clearbody between. intros s stages Hs Hn.
  assert (P : forall y, y <= 2 ^ 53 - 2 ^ 12 -> size_of_product y = 5 * 2 ^ 45).
  { intros y Hy. unfold size_of_product. apply Z.leb_le in Hy. rewrite Hy. reflexivity. }
  assert (R : size_of_reduced s = 2 ^ 42).
  { unfold size_of_reduced. assert (E : s <=? 2 ^ 52 = true) by (apply Z.leb_le; lia). rewrite E. reflexivity. }
  unfold sizes_after_stages. rewrite R.
  do 4 (destruct stages as [|stages];
    [cbn [stages_sizes repeat Nat.pow Nat.mul Nat.add Nat.sub length Nat.div Nat.divmod fst snd firstn skipn combine map
          app largest_of fold_left butterfly_sizes]; unfold butterfly_sizes, size_of_sum, largest_of;
     cbn [fst snd fold_left]; repeat rewrite P by lia; lia|]).
  lia.
Qed.

(** So it is in the order in which the kernel calls them, of any number of stages: what is known of operations is what
    [size_of_product] and [size_of_reduced] say, and of the first three stages what [first_stages_sizes] does. *)
Theorem fma_wide_transforms_in_order (V : Type) (size : V -> Z) reduces near product add sub start first_stages lift
    by_stage twiddle log_size input :
  let between := sizes_between reduces in let entry := Z.max size_of_words size_of_entry in
  (forall x y, size (add x y) <= size_of_sum (size x) (size y) /\ size (sub x y) <= size_of_sum (size x) (size y)) ->
  (forall w v, size v <= 2 ^ 53 - 2 ^ 12 -> size (product w v) <= 5 * 2 ^ 45) ->
  (forall last v, size v <= 2 ^ 52 -> size (start last v) <= radix / 2) ->
  (forall v, size (lift v) = size v) -> (3 <= near)%nat -> (0 < log_size)%nat ->
  (forall x : nat -> V, (forall k, (k < 8)%nat -> size (x k) <= entry) ->
    forall k, (k < 8)%nat -> size (first_stages x k) <= between) ->
  (forall i, (i < 2 ^ log_size)%nat -> size (input i) <= entry) ->
  forall i, (i < 2 ^ log_size)%nat ->
    can_be_finished
      (size (run_transform near product add sub start first_stages lift by_stage twiddle log_size input i)).
Proof.
  intros between entry Hsum Hmul Hred Hlift Hnear Hlog HF HI i Hi.
  assert (B : 2 ^ 50 < between <= 2 ^ 52 - 67 * 2 ^ 42 /\ between + 2 * (5 * 2 ^ 45) <= 2 ^ 53 - 2 ^ 12 /\
    entry <= between).
  { unfold between, entry. destruct reduces; vm_compute; repeat split; discriminate. }
  change (radix / 2) with (2 ^ 42) in Hred. unfold size_of_sum in Hsum. clearbody between entry.
  assert (G : group_is_sound product add sub start log_size (fun _ v => size v <= between)
    (fun _ _ s v => size v <= 2 ^ 42 + Z.of_nat s * (5 * 2 ^ 45))
    (fun _ s v => size v <= between + Z.of_nat s * (5 * 2 ^ 45)) (fun _ v => size v <= between)).
  { split; [|split; [|split; [|split]]].
    - intros last _ v _ Hv. specialize (Hred last v ltac:(lia)). split; lia.
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
