(** Transforms modulo several words in 52-bit limbs, of any length: values and their limbs, in any order in which the
    kernel may call the stages; section 18.4 of docs/bounds/multiword.md. *)
From Coq Require Import List PeanoNat.
From Ringlet Require Import Words Constants Cells MultiwordRanges MultiwordFirstStages MultiwordSchedule.
Import ListNotations.

Section Transform.
(** A value has a number and a size: the greatest magnitude of its limbs, which are not carried. *)
Context {V : Type} (limbs q : Z) (number_of size : V -> Z).
Context (product : nat -> V -> V) (add sub : V -> V -> V) (lifted : Z -> V -> V) (reduced : V -> V).

Local Notation unit := (2 ^ 52).
Local Notation lift := (multiword_lift limbs).
Local Notation depth := (multiword_depth limbs).
Definition product_limb_size := (2 * limbs + 2) * unit + 2 ^ 12.

(** The statements of [products_by_rows] about products and of [multiword_reduction] about reductions, which add two
    halves of products to a limb. Lifting adds limbs of a multiple of q. *)
Definition operations_are_sound :=
  (forall x y, number_of (add x y) = number_of x + number_of y /\ size (add x y) <= size x + size y) /\
  (forall x y, number_of (sub x y) = number_of x - number_of y /\ size (sub x y) <= size x + size y) /\
  (forall factor v, number_of (lifted factor v) = number_of v + factor * q /\
    size (lifted factor v) <= size v + unit) /\
  (forall v, within q (mk_range 256 (multiword_capacity limbs - 256)) (number_of v) -> size v <= 2 ^ 62 ->
    within q (mk_range 0 257) (number_of (reduced v)) /\ size (reduced v) <= size v + 2 * unit) /\
  (forall w v, within q (mk_range 0 (multiword_capacity limbs)) (number_of v) -> size v <= 2 ^ 62 ->
    within q (multiword_twiddle_product limbs (mk_range 0 (multiword_capacity limbs))) (number_of (product w v)) /\
    size (product w v) <= product_limb_size).

Definition started last v := lifted (if last : bool then multiword_last_lift limbs else lift) (reduced v).
(** Columns begin with words, rows with products of variables; values kept in cells must be as small. *)
Definition entry_size below := if below =? 1 then unit else (4 * limbs + 1) * unit.
Definition size_behind below stages := 8 * entry_size below + 4 * unit + stages * (product_limb_size + 3 * unit).
End Transform.

(** For up to 13 stages, all limbs have room, also for the additions of a final reduction before it is carried. *)
Lemma sizes_fit limbs below stages : 3 <= limbs <= 10 -> 0 <= stages <= 13 ->
  size_behind limbs below stages + 2 * 2 ^ 52 <= 2 ^ 62.
Proof. intros HL Hs. unfold size_behind, entry_size, product_limb_size. destruct (below =? 1); nia. Qed.

(** The growth of a value to which a product is added, or from which it is subtracted. *)
Definition product_spread limbs := multiword_depth limbs * 256.
Definition group_range last limbs s :=
  let lift := (if last : bool then multiword_last_lift limbs else multiword_lift limbs) * 256 in
  mk_range (lift - s * product_spread limbs) (lift + 257 + s * product_spread limbs).
Definition other_range between limbs s :=
  mk_range (low between - s * product_spread limbs) (high between + s * product_spread limbs).

Lemma group_ranges limbs : 3 <= limbs <= 10 ->
  let C := multiword_capacity limbs in
  let T := multiword_twiddle_product limbs (mk_range 0 C) in
  - product_spread limbs <= low T /\ high T <= product_spread limbs /\
  inside (multiword_between limbs) (mk_range 256 (C - 256)) /\ 0 <= product_spread limbs /\
  inside (other_range (multiword_between limbs) limbs 2) (mk_range 0 C) /\
  inside (group_range false limbs 3) (multiword_between limbs) /\
  inside (group_range true limbs 3) (multiword_finishable limbs).
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
Context (between finishable : range) (Gb : inside between (mk_range 256 (multiword_capacity limbs - 256)))
  (Gm : inside (other_range between limbs 2) (mk_range 0 (multiword_capacity limbs)))
  (Gf : inside (group_range false limbs 3) between) (Gr : inside (group_range true limbs 3) finishable).
Context (HL : 3 <= limbs <= 10) (Hq : 0 < q).
Context (sound : operations_are_sound limbs q number_of size product add sub lifted reduced).

Local Notation unit := (2 ^ 52).
Local Notation known r most v := (within q r (number_of v) /\ size v <= most).
Local Notation behind below d := (size_behind limbs below (Z.of_nat d)).
Local Notation p := (product_limb_size limbs).

Lemma product_is r most w v : inside r (mk_range 0 (multiword_capacity limbs)) -> most <= 2 ^ 62 -> known r most v ->
  - (product_spread limbs * q) <= 256 * number_of (product w v) < product_spread limbs * q /\ size (product w v) <= p.
Proof.
  intros Hr Hm [Hv Hs]. destruct sound as (_ & _ & _ & _ & H).
  destruct (H w v (within_inside q r _ _ Hq Hr Hv) ltac:(lia)) as [A B]. split; [|exact B].
  destruct (group_ranges limbs HL) as (G1 & G2 & _). unfold within in A. cbv zeta in G1, G2.
  set (T := multiword_twiddle_product _ _) in *. set (g := product_spread limbs) in *. clearbody T g.
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
    destruct (Hl (if last then multiword_last_lift limbs else multiword_lift limbs) (reduced v)) as [El Bl].
    unfold group_range, other_range, within in *. rewrite El. cbn [low high] in *. change (Z.of_nat 0) with 0.
    set (lift := if last then _ else _) in *. split; split; lia.
  - intros last d s w x y Hd Hs3 [Hx Sx] Hy. destruct (Mul d s w y Hd Hs3 Hy) as [Ht St].
    set (lift := (if last then multiword_last_lift limbs else multiword_lift limbs) * 256).
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

(** ** The first three stages *)

Definition is_inside r outer : bool := (low outer <=? low r) && (high r <=? high outer).
Lemma is_inside_spec r outer : is_inside r outer = true -> inside r outer.
Proof. intros H. apply andb_prop in H. rewrite !Z.leb_le in H. exact H. Qed.

(** The range of a value and the size of its limbs, if they are known. Nothing is known of the result of an operation
    whose operand is out of range. *)
Definition known_of ready (result : range) (size : Z -> Z) (v : option (range * Z)) :=
  match v with
  | Some (r, s) =>
      if is_inside r ready && (s <=? 2 ^ 62) then Some (result, size s) else None
  | None => None
  end.
Definition known_of_both (f : range -> range -> range) (v w : option (range * Z)) :=
  match v, w with Some (r, s), Some (r', s') => Some (f r r', s + s') | _, _ => None end.
Definition known_first_stages limbs below :=
  let C := multiword_capacity limbs in
  first_three
    (fun _ => known_of (mk_range 0 C) (multiword_twiddle_product limbs (mk_range 0 C)) (fun _ => product_limb_size limbs))
    (known_of_both multiword_range_sum) (known_of_both multiword_range_difference)
    (fun factor => option_map (fun v => (multiword_lifted factor (fst v), snd v + 2 ^ 52)))
    (known_of (mk_range 256 (C - 256)) (mk_range 0 257) (fun s => s + 2 * 2 ^ 52))
    below (multiword_depth limbs) (multiword_lift limbs) (fun _ => Some (multiword_words below, entry_size limbs below)).

(** Everything is known of their results: the ranges are those of [multiword_stages_in_range], and the next stages have
    room. *)
Definition first_stages_fit limbs below : bool :=
  let between := multiword_between limbs in let finishable := multiword_finishable limbs in
  let most := size_behind limbs below 3 in
  forallb (fun known => match fst known with
      | Some (r, s) => is_inside r (snd known) && is_inside (snd known) between && is_inside (snd known) finishable &&
          (s <=? most)
      | None => false
      end) (combine (known_first_stages limbs below) (multiword_first_stages limbs below)).

Lemma first_stages_known limbs below : 3 <= limbs <= 10 -> below = 1 \/ below = multiword_entry ->
  Forall2 (fun known r => exists r' s, known = Some (r', s) /\ inside r' r /\ inside r (multiword_between limbs) /\
      inside r (multiword_finishable limbs) /\ s <= size_behind limbs below 3)
    (known_first_stages limbs below) (multiword_first_stages limbs below).
Proof.
  intros H Hb. assert (F : first_stages_fit limbs below = true).
  { for_all_limbs limbs; destruct Hb as [-> | ->]; vm_compute; reflexivity. }
  assert (L : length (known_first_stages limbs below) = length (multiword_first_stages limbs below)).
  { unfold known_first_stages, multiword_first_stages, first_three, one_butterfly. destruct (2 <? below); reflexivity. }
  unfold first_stages_fit in F. set (knowns := known_first_stages limbs below) in *.
  set (ranges := multiword_first_stages limbs below) in *. set (between := multiword_between limbs) in *.
  set (finishable := multiword_finishable limbs) in *. set (most := size_behind limbs below 3) in *.
  clearbody knowns ranges between finishable most. revert ranges L F.
  induction knowns as [|known knowns IH]; intros [|r ranges] L F; try discriminate; [constructor|].
  cbn [combine forallb fst snd] in F. apply andb_prop in F. destruct F as [F0 F]. injection L as L.
  constructor; [|apply IH; assumption]. destruct known as [[r' s]|]; [|discriminate].
  apply andb_prop in F0. destruct F0 as [F0 S]. apply andb_prop in F0. destruct F0 as [F0 F2]. apply andb_prop in F0.
  destruct F0 as [F0 F1]. exists r', s. split; [reflexivity|]. apply Z.leb_le in S.
  auto using is_inside_spec.
Qed.

(** [multiword_first_stages], on values that begin as words or as the input of rows. *)
Theorem multiword_first_stages_in_range (V : Type) limbs q (number_of size : V -> Z) product add sub lifted reduced below
    input :
  3 <= limbs <= 10 -> 0 < q -> operations_are_sound limbs q number_of size product add sub lifted reduced ->
  below = 1 \/ below = multiword_entry ->
  (forall k, (k < 8)%nat ->
    within q (multiword_words below) (number_of (input k)) /\ size (input k) <= entry_size limbs below) ->
  Forall2 (fun r v => within q r (number_of v) /\ size v <= size_behind limbs below 3)
    (multiword_first_stages limbs below)
    (first_three product add sub lifted reduced below (multiword_depth limbs) (multiword_lift limbs) input).
Proof.
  intros HL Hq (Ha & Hs & Hl & Hr & Hp) Hb HI. pose proof (first_stages_known limbs below HL Hb) as K.
  set (R := fun (known : option (range * Z)) v =>
    match known with Some (r, s) => within q r (number_of v) /\ size v <= s | None => True end).
  assert (Ready : forall ready result sizes f, (forall v, within q ready (number_of v) -> size v <= 2 ^ 62 ->
      within q result (number_of (f v)) /\ forall s, size v <= s -> size (f v) <= sizes s) ->
    forall known v, R known v -> R (known_of ready result sizes known) (f v)).
  { intros ready result sizes f Hf [[r s]|] v Hv; [|exact I]. unfold known_of.
    destruct (is_inside r ready && _) eqn:B; [|exact I]. apply andb_prop in B. destruct B as [B0%is_inside_spec B1].
    apply Z.leb_le in B1. destruct Hv as [Hv Sv]. cbn [R].
    destruct (Hf v (within_inside q r ready _ Hq B0 Hv) ltac:(lia)) as [A B]. auto. }
  assert (F : Forall2 R (known_first_stages limbs below)
    (first_three product add sub lifted reduced below (multiword_depth limbs) (multiword_lift limbs) input)).
  { apply first_three_related.
    - intros w. apply Ready. intros v Hv Sv. destruct (Hp w v Hv Sv). auto.
    - intros [[r s]|] x [[r' s']|] y; try (intros; exact I). intros [Hx Sx] [Hy Sy]. cbn [R known_of_both].
      destruct (Ha x y) as [-> S]. unfold within, multiword_range_sum in *. cbn [low high]. split; lia.
    - intros [[r s]|] x [[r' s']|] y; try (intros; exact I). intros [Hx Sx] [Hy Sy]. cbn [R known_of_both].
      destruct (Hs x y) as [-> S]. unfold within, multiword_range_difference in *. cbn [low high]. split; lia.
    - intros factor [[r s]|] x; [|intros; exact I]. intros [Hx Sx]. cbn [R option_map fst snd].
      destruct (Hl factor x) as [-> S]. unfold within, multiword_lifted, multiword_range_sum in *. cbn [low high]. split; lia.
    - apply Ready. intros v Hv Sv. destruct (Hr v Hv Sv) as [A B]. split; [exact A|]. intros s Hs'. lia.
    - intros k Hk. exact (HI k Hk). }
  set (knowns := known_first_stages limbs below) in *. set (ranges := multiword_first_stages limbs below) in *.
  set (values := first_three _ _ _ _ _ _ _ _ _) in *. clearbody knowns ranges values. revert values F.
  induction K as [|known r knowns ranges (r' & s & -> & Hr' & _ & _ & S) _ IH]; intros values F;
    inversion_clear F as [|? v ? vs Hv Hvs]; constructor; [|apply IH; exact Hvs]. destruct Hv as [Hv Sv].
  split; [exact (within_inside q r' r _ Hq Hr' Hv)|lia].
Qed.

Lemma entries_inside limbs below : 3 <= limbs <= 10 -> below = 1 \/ below = multiword_entry ->
  inside (multiword_lifted (2 * multiword_depth limbs) (multiword_words below)) (multiword_between limbs).
Proof. intros H Hb. for_all_limbs limbs; destruct Hb as [-> | ->]; vm_compute; split; discriminate. Qed.

(** Any transform of up to 2^13 points, of columns or of rows, in the order of the kernel: all multiplicands and all
    reduced values are in their ranges, no limb reaches 2^62, and all results can be finished. *)
Theorem multiword_transforms_in_order (V : Type) limbs q (number_of size : V -> Z) product add sub lifted reduced
    near below by_stage twiddle log_size input :
  let known r most v := within q r (number_of v) /\ size v <= most in
  let behind stages := size_behind limbs below (Z.of_nat stages) in
  let first_stages x k :=
    nth k (first_three product add sub lifted reduced below (multiword_depth limbs) (multiword_lift limbs) x) (x k) in
  3 <= limbs <= 10 -> 0 < q -> operations_are_sound limbs q number_of size product add sub lifted reduced ->
  (3 <= near)%nat -> (0 < log_size <= 13)%nat -> below = 1 \/ below = multiword_entry ->
  (forall i, (i < 2 ^ log_size)%nat -> known (multiword_words below) (entry_size limbs below) (input i)) ->
  forall i, (i < 2 ^ log_size)%nat ->
    let result := run_transform near product add sub (started limbs lifted reduced) first_stages
      (lifted (2 * multiword_depth limbs)) by_stage twiddle log_size input i in
    known (multiword_finishable limbs) (behind log_size) result /\ behind log_size + 2 * 2 ^ 52 <= 2 ^ 62.
Proof.
  intros known behind first_stages HL Hq Hops Hnear Hlog Hb HI i Hi. cbv zeta.
  split; [|apply sizes_fit; [exact HL|lia]].
  destruct (group_ranges limbs HL) as (_ & _ & Gb & _ & Gm & Gf & Gr). cbv zeta in Gb, Gm.
  pose proof (entries_inside limbs below HL Hb) as Ge.
  pose proof (groups_are_sound limbs q number_of size product add sub lifted reduced (multiword_between limbs)
    (multiword_finishable limbs) Gb Gm Gf Gr HL Hq Hops below) as G.
  assert (HF : forall x : nat -> V,
    (forall k, (k < 8)%nat -> known (multiword_words below) (entry_size limbs below) (x k)) ->
    forall k, (k < 8)%nat -> known (multiword_between limbs) (behind 3%nat) (first_stages x k) /\
      known (multiword_finishable limbs) (behind 3%nat) (first_stages x k)).
  { intros x Hx k Hk. pose proof (multiword_first_stages_in_range V limbs q number_of size product add sub lifted reduced
      below x HL Hq Hops Hb Hx) as F. pose proof (first_stages_known limbs below HL Hb) as K.
    assert (L : length (known_first_stages limbs below) = 8%nat /\ length (multiword_first_stages limbs below) = 8%nat) by
      (unfold known_first_stages, multiword_first_stages, first_three, one_butterfly; destruct (2 <? below); auto).
    destruct L as [Lk Lr]. apply (forall2_at _ _ _ k None multiword_anything) in K; [|lia].
    apply (forall2_at _ _ _ k multiword_anything (x k)) in F; [|lia]. destruct F as [F S].
    destruct K as (r' & s & _ & _ & I1 & I2 & _). change (Z.of_nat 3) with 3. split; (split; [|exact S]).
    - exact (within_inside q _ _ _ Hq I1 F).
    - exact (within_inside q _ _ _ Hq I2 F). }
  unfold known, behind in *. clear Gb Gm Gf Gr.
  set (between := multiword_between limbs) in *. set (finishable := multiword_finishable limbs) in *.
  clearbody between finishable first_stages.
  refine (stages_in_order V near product add sub (started limbs lifted reduced) 13 _ _ _ _ G
    (fun v => within q (multiword_words below) (number_of v) /\ size v <= entry_size limbs below) first_stages
    (lifted (2 * multiword_depth limbs)) by_stage twiddle log_size input Hnear Hlog _ HF HI i Hi).
  intros v [Hv Sv]. destruct Hops as (_ & _ & Hl & _). destruct (Hl (2 * multiword_depth limbs) v) as [El Sl]. split.
  - apply (within_inside q _ _ _ Hq Ge). rewrite El. unfold within, multiword_lifted, multiword_range_sum in *.
    cbn [low high] in *. lia.
  - unfold size_behind. change (Z.of_nat 0) with 0. assert (0 <= entry_size limbs below).
    { unfold entry_size. destruct (below =? 1); lia. } lia.
Qed.
