(** Transforms modulo several words in 52-bit limbs, of any length: what values and their limbs are, whatever the order
    in which the kernel calls the stages; section 18.4 of docs/bounds.md. *)
From Coq Require Import List PeanoNat.
From Ringlet Require Import Words Constants Cells WideRanges WideSchedule.
Import ListNotations.

Section Transform.
(** A value has a number and a size: what its limbs are at most in magnitude, not carried. *)
Context {V : Type} (limbs q : Z) (number_of size : V -> Z).
Context (product : nat -> V -> V) (add sub : V -> V -> V) (lifted : Z -> V -> V) (reduced : V -> V).

Local Notation unit := (2 ^ 52).
Local Notation lift := (wide_lift limbs).
Local Notation depth := (wide_depth limbs).
Definition product_limb_size := (2 * limbs + 2) * unit + 2 ^ 12.

(** What [products_by_rows] says of products, [wide_reduction] of reductions, which add two halves of products to a
    limb; what is lifted gets limbs of a multiple of q. *)
Definition operations_are_sound :=
  (forall x y, number_of (add x y) = number_of x + number_of y /\ size (add x y) <= size x + size y) /\
  (forall x y, number_of (sub x y) = number_of x - number_of y /\ size (sub x y) <= size x + size y) /\
  (forall factor v, number_of (lifted factor v) = number_of v + factor * q /\
    size (lifted factor v) <= size v + unit) /\
  (forall v, within q (mk_range 256 (wide_capacity limbs - 256)) (number_of v) -> size v <= 2 ^ 62 ->
    within q (mk_range 0 257) (number_of (reduced v)) /\ size (reduced v) <= size v + 2 * unit) /\
  (forall w v, within q (mk_range 0 (wide_capacity limbs)) (number_of v) -> size v <= 2 ^ 62 ->
    within q (wide_twiddle_product limbs (mk_range 0 (wide_capacity limbs))) (number_of (product w v)) /\
    size (product w v) <= product_limb_size).

Definition started last v := lifted (if last : bool then wide_last_lift limbs else lift) (reduced v).
(** Columns begin with words, rows with products of variables; what is kept in cells has to be as small. *)
Definition entry_size below := if below =? 1 then unit else (4 * limbs + 1) * unit.
Definition size_behind below stages := 8 * entry_size below + 4 * unit + stages * (product_limb_size + 3 * unit).
End Transform.

(** Up to 13 stages: all limbs have room. *)
Lemma sizes_fit limbs below stages : 3 <= limbs <= 10 -> 0 <= stages <= 13 -> size_behind limbs below stages <= 2 ^ 62.
Proof. intros HL Hs. unfold size_behind, entry_size, product_limb_size. destruct (below =? 1); nia. Qed.

(** What a product is added to, or subtracted from. *)
Definition product_spread limbs := wide_depth limbs * 256.
Definition group_range last limbs s :=
  let lift := (if last : bool then wide_last_lift limbs else wide_lift limbs) * 256 in
  mk_range (lift - s * product_spread limbs) (lift + 257 + s * product_spread limbs).
Definition other_range between limbs s :=
  mk_range (low between - s * product_spread limbs) (high between + s * product_spread limbs).

Lemma group_ranges limbs : 3 <= limbs <= 10 ->
  let C := wide_capacity limbs in
  let T := wide_twiddle_product limbs (mk_range 0 C) in
  - product_spread limbs <= low T /\ high T <= product_spread limbs /\
  inside (wide_between limbs) (mk_range 256 (C - 256)) /\ 0 <= product_spread limbs /\
  inside (other_range (wide_between limbs) limbs 2) (mk_range 0 C) /\
  inside (group_range false limbs 3) (wide_between limbs) /\
  inside (group_range true limbs 3) (wide_finishable limbs).
Proof. intros H. for_all_limbs limbs; vm_compute; repeat split; discriminate. Qed.

Lemma within_inside q r outer x : 0 < q -> inside r outer -> within q r x -> within q outer x.
Proof.
  unfold inside, within. intros Hq [H1 H2] Hx.
  assert (low outer * q <= low r * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (high r * q <= high outer * q) by (apply Z.mul_le_mono_nonneg_r; lia). lia.
Qed.

Section Sound.
Context {V : Type} (limbs q : Z) (number_of size : V -> Z).
Context (product : nat -> V -> V) (add sub : V -> V -> V) (lifted : Z -> V -> V) (reduced : V -> V).
(** Ranges between groups and in the end, as [group_ranges] finds them. *)
Context (between finishable : range) (Gb : inside between (mk_range 256 (wide_capacity limbs - 256)))
  (Gm : inside (other_range between limbs 2) (mk_range 0 (wide_capacity limbs)))
  (Gf : inside (group_range false limbs 3) between) (Gr : inside (group_range true limbs 3) finishable).
Context (HL : 3 <= limbs <= 10) (Hq : 0 < q).
Context (sound : operations_are_sound limbs q number_of size product add sub lifted reduced).

Local Notation unit := (2 ^ 52).
Local Notation known r most v := (within q r (number_of v) /\ size v <= most).
Local Notation behind below d := (size_behind limbs below (Z.of_nat d)).
Local Notation p := (product_limb_size limbs).

Lemma product_is r most w v : inside r (mk_range 0 (wide_capacity limbs)) -> most <= 2 ^ 62 -> known r most v ->
  - (product_spread limbs * q) <= 256 * number_of (product w v) < product_spread limbs * q /\ size (product w v) <= p.
Proof.
  intros Hr Hm [Hv Hs]. destruct sound as (_ & _ & _ & _ & H).
  destruct (H w v (within_inside q r _ _ Hq Hr Hv) ltac:(lia)) as [A B]. split; [|exact B].
  destruct (group_ranges limbs HL) as (G1 & G2 & _). unfold within in A. cbv zeta in G1, G2.
  set (T := wide_twiddle_product _ _) in *. set (g := product_spread limbs) in *. clearbody T g.
  assert (- g * q <= low T * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (high T * q <= g * q) by (apply Z.mul_le_mono_nonneg_r; lia). lia.
Qed.

Lemma groups_are_sound below : group_is_sound product add sub (started limbs lifted reduced) 13
  (fun d v => known (between) (behind below d) v)
  (fun last d s v => known (group_range last limbs (Z.of_nat s)) (behind below d + 3 * unit + Z.of_nat s * p) v)
  (fun d s v => known (other_range between limbs (Z.of_nat s)) (behind below d + Z.of_nat s * p) v)
  (fun d v => known (finishable) (behind below d) v).
Proof.
  destruct (group_ranges limbs HL) as (_ & _ & _ & G0 & _).
  assert (Hp : 0 <= p) by (unfold product_limb_size; lia).
  assert (Fit : forall d s, (d + s <= 13)%nat -> behind below d + Z.of_nat s * p <= 2 ^ 62).
  { intros d s H. pose proof (sizes_fit limbs below (Z.of_nat (d + s)) HL ltac:(lia)) as B.
    unfold size_behind in *. rewrite Nat2Z.inj_add in B. lia. }
  assert (Mul : forall d s w y, (d + s < 13)%nat -> (s < 3)%nat ->
    known (other_range between limbs (Z.of_nat s)) (behind below d + Z.of_nat s * p) y ->
    - (product_spread limbs * q) <= 256 * number_of (product w y) < product_spread limbs * q /\
    size (product w y) <= p).
  { intros d s w y Hd Hs. apply product_is; [|apply Fit; lia]. unfold inside, other_range in *. cbn [low high] in *.
    set (g := product_spread limbs) in *.
    assert (Z.of_nat s * g <= 2 * g) by (apply Z.mul_le_mono_nonneg_r; lia). lia. }
  destruct sound as (Ha & Hs & Hl & Hr & _).
  assert (Step : forall s r most x t, - (product_spread limbs * q) <= 256 * number_of t < product_spread limbs * q ->
    size t <= p -> size x <= most + Z.of_nat s * p ->
    (low r - Z.of_nat s * product_spread limbs) * q <= 256 * number_of x <
      (high r + Z.of_nat s * product_spread limbs) * q ->
    let after := mk_range (low r - Z.of_nat (S s) * product_spread limbs)
      (high r + Z.of_nat (S s) * product_spread limbs) in
    known after (most + Z.of_nat (S s) * p) (add x t) /\ known after (most + Z.of_nat (S s) * p) (sub x t)).
  { intros s r most x t Ht St Sx Hx. cbv zeta. destruct (Ha x t) as [-> A]. destruct (Hs x t) as [-> B].
    unfold within. cbn [low high]. rewrite Nat2Z.inj_succ. set (g := product_spread limbs) in *. clearbody g.
    split; split; lia. }
  split; [|split; [|split; [|split]]].
  - intros last d v Hd [Hv Sv]. pose proof (Fit d 0%nat ltac:(lia)).
    destruct (Hr v (within_inside q _ _ _ Hq Gb Hv) ltac:(lia)) as [A B]. unfold started.
    destruct (Hl (if last then wide_last_lift limbs else wide_lift limbs) (reduced v)) as [El Bl].
    unfold group_range, other_range, within in *. rewrite El. cbn [low high] in *. change (Z.of_nat 0) with 0.
    set (lift := if last then _ else _) in *. split; split; lia.
  - intros last d s w x y Hd Hs3 [Hx Sx] Hy. destruct (Mul d s w y Hd Hs3 Hy) as [Ht St].
    set (lift := (if last then wide_last_lift limbs else wide_lift limbs) * 256).
    apply (Step s (mk_range lift (lift + 257)) (behind below d + 3 * unit) x (product w y) Ht St Sx). exact Hx.
  - intros d s w x y Hd Hs2 [Hx Sx] Hy. destruct (Mul d s w y Hd ltac:(lia) Hy) as [Ht St].
    apply (Step s between (behind below d) x (product w y) Ht St Sx). exact Hx.
  - intros d v Hd [Hv Sv]. split; [exact (within_inside q _ _ _ Hq Gf Hv)|].
    unfold size_behind in *. rewrite Nat2Z.inj_add. change (Z.of_nat 3) with 3 in *. lia.
  - intros d k v Hk Hd [Hv Sv]. split.
    + apply (within_inside q (group_range true limbs 3)); [exact Hq|exact Gr|].
      apply (within_inside q (group_range true limbs (Z.of_nat k))); [exact Hq| |exact Hv].
      unfold inside, group_range. cbn [low high]. set (g := product_spread limbs) in *.
      assert (Z.of_nat k * g <= 3 * g) by (apply Z.mul_le_mono_nonneg_r; lia). lia.
    + unfold size_behind in *. rewrite Nat2Z.inj_add. assert (1 <= Z.of_nat k) by lia.
      assert (3 * unit <= Z.of_nat k * (3 * unit)) by lia. lia.
Qed.
End Sound.

Lemma entries_inside limbs below : 3 <= limbs <= 10 -> below = 1 \/ below = wide_entry ->
  inside (wide_lifted (2 * wide_depth limbs) (wide_words below)) (wide_between limbs).
Proof. intros H Hb. for_all_limbs limbs; destruct Hb as [-> | ->]; vm_compute; split; discriminate. Qed.

(** Any transform of up to 2^13 points, of columns or of rows, in the order of the kernel. [wide_first_stages] leaves
    what it does as [wide_stages_in_range] has it: then all multiplicands and all that is reduced are in their ranges,
    no limb reaches 2^62, and all that transforms leave can be finished. *)
Theorem wide_transforms_in_order (V : Type) limbs q (number_of size : V -> Z) product add sub lifted reduced
    first_stages near below by_stage twiddle log_size input :
  let known r most v := within q r (number_of v) /\ size v <= most in
  let entry := known (wide_words below) (entry_size limbs below) in
  let behind stages := size_behind limbs below (Z.of_nat stages) in
  3 <= limbs <= 10 -> 0 < q -> operations_are_sound limbs q number_of size product add sub lifted reduced ->
  (3 <= near)%nat -> (0 < log_size <= 13)%nat -> below = 1 \/ below = wide_entry ->
  (forall x : nat -> V, (forall k, (k < 8)%nat -> entry (x k)) -> forall k, (k < 8)%nat ->
    known (wide_between limbs) (behind 3%nat) (first_stages x k) /\
    known (wide_finishable limbs) (behind 3%nat) (first_stages x k)) ->
  (forall i, (i < 2 ^ log_size)%nat -> entry (input i)) ->
  forall i, (i < 2 ^ log_size)%nat ->
    let result := run_transform near product add sub (started limbs lifted reduced) first_stages
      (lifted (2 * wide_depth limbs)) by_stage twiddle log_size input i in
    known (wide_finishable limbs) (behind log_size) result /\ behind log_size <= 2 ^ 62.
Proof.
  intros known entry behind HL Hq Hops Hnear Hlog Hb HF HI i Hi. cbv zeta.
  split; [|apply sizes_fit; [exact HL|lia]].
  destruct (group_ranges limbs HL) as (_ & _ & Gb & _ & Gm & Gf & Gr). cbv zeta in Gb, Gm.
  pose proof (entries_inside limbs below HL Hb) as Ge.
  pose proof (groups_are_sound limbs q number_of size product add sub lifted reduced (wide_between limbs)
    (wide_finishable limbs) Gb Gm Gf Gr HL Hq Hops below) as G.
  unfold known, entry, behind in *. clear Gb Gm Gf Gr.
  set (between := wide_between limbs) in *. set (finishable := wide_finishable limbs) in *.
  clearbody between finishable.
  refine (stages_in_order V near product add sub (started limbs lifted reduced) 13 _ _ _ _ G
    (fun v => within q (wide_words below) (number_of v) /\ size v <= entry_size limbs below) first_stages
    (lifted (2 * wide_depth limbs)) by_stage twiddle log_size input Hnear Hlog _ HF HI i Hi).
  intros v [Hv Sv]. destruct Hops as (_ & _ & Hl & _). destruct (Hl (2 * wide_depth limbs) v) as [El Sl]. split.
  - apply (within_inside q _ _ _ Hq Ge). rewrite El. unfold within, wide_lifted, wide_range_sum in *.
    cbn [low high] in *. lia.
  - unfold size_behind. change (Z.of_nat 0) with 0. assert (0 <= entry_size limbs below).
    { unfold entry_size. destruct (below =? 1); lia. } lia.
Qed.
