(** The order of stages in transforms modulo several words: sections 18.4 and 19.1 of docs/bounds/multiword.md, after
    src/kernels/multiword_ntt.hpp. For any kind of values and of facts about them, groups of up to three stages follow
    each other until all are done; before each group, the values that none of its products replaces are reduced. *)
From Coq Require Import List PeanoNat.
From Ringlet Require Import Words.
Import ListNotations.
Local Open Scope nat_scope.

Section Schedule.
(** [product w] is by twiddle w, [start] reduces and lifts, by less before the last stages. [near] is the logarithm of
    the number of values that stay in a cache. *)
Context {V : Type} (near : nat) (product : nat -> V -> V) (add sub : V -> V -> V) (start : bool -> V -> V).

Definition in_block first count i := (first <=? i) && (i <? first + count).
Definition reduce_values last first count (values : nat -> V) i :=
  if in_block first count i then start last (values i) else values i.
Definition butterflies first count w (values : nat -> V) i :=
  if in_block first count i then add (values i) (product w (values (i + count)))
  else if in_block (first + count) count i then sub (values (i - count)) (product w (values i)) else values i.

(** A part in a stage, all parts of a stage, and all stages before [stages] recurses. *)
Definition part_stage (is_last : bool) count stage length w first values :=
  let left := count - stage in
  let values :=
    if stage mod 3 =? 0 then
      if is_last && (left <=? 3) then reduce_values true first (length / 2 ^ left) values
      else reduce_values false first (length / 2 ^ 3) values
    else values in
  butterflies first (length / 2) w values.
Definition all_parts is_last count log_length (twiddle : nat -> nat) stage first values :=
  let length := 2 ^ (log_length - stage) in
  fold_left (fun values i => part_stage is_last count stage length (twiddle i) (first + i * length) values)
    (seq 0 (2 ^ stage)) values.
Definition near_stages is_last count log_length twiddle first values :=
  fold_left (fun values stage => all_parts is_last count log_length (twiddle stage) stage first values)
    (seq 0 count) values.

(** [stages] on block [block] of 2^log_length values from [first] on; the recursion is less deep than [fuel]. The
    twiddle of part i of a stage is any entry of the table. *)
Fixpoint run_stages (fuel : nat) (twiddle : nat -> nat -> nat -> nat -> nat) log_length first block values :=
  match fuel with
  | O => values
  | S fuel =>
      let count := if log_length <=? near then log_length else 3 in
      let is_last := count =? log_length in
      let values := near_stages is_last count log_length (twiddle log_length block) first values in
      if is_last then values
      else
        fold_left (fun values i =>
            run_stages fuel twiddle (log_length - count) (first + i * 2 ^ (log_length - count)) (block * 2 ^ count + i)
              values)
          (seq 0 (2 ^ count)) values
  end.

(** ** Facts about values *)

(** After [d] stages, P holds before a group. In the group, after s of its stages, F holds for the values that were
    reduced and for those combined with them, and M for all others. R holds in the end. Up to [limit] stages. *)
Context (limit : nat) (P : nat -> V -> Prop) (F : bool -> nat -> nat -> V -> Prop) (M : nat -> nat -> V -> Prop)
  (R : nat -> V -> Prop).
Definition group_is_sound :=
  (forall last d v, d < limit -> P d v -> F last d 0 (start last v) /\ M d 0 v) /\
  (forall last d s w x y, d + s < limit -> s < 3 -> F last d s x -> M d s y ->
    F last d (S s) (add x (product w y)) /\ F last d (S s) (sub x (product w y))) /\
  (forall d s w x y, d + s < limit -> s < 2 -> M d s x -> M d s y ->
    M d (S s) (add x (product w y)) /\ M d (S s) (sub x (product w y))) /\
  (forall d v, d + 3 < limit -> F false d 3 v -> P (d + 3) v) /\
  (forall d k v, 0 < k <= 3 -> d + k <= limit -> F true d k v -> R (d + k) v).
Context (sound : group_is_sound).

Definition all_in (Q : V -> Prop) (values : nat -> V) first length := forall p, p < length -> Q (values (first + p)).
Definition part_is last d lead s (values : nat -> V) first length := forall p, p < length ->
  if p <? lead then F last d s (values (first + p)) else M d s (values (first + p)).
Definition same_outside (values others : nat -> V) first length :=
  forall i, i < first \/ first + length <= i -> others i = values i.

Lemma in_block_spec first count i : in_block first count i = true <-> first <= i < first + count.
Proof. unfold in_block. rewrite andb_true_iff, Nat.leb_le, Nat.ltb_lt. tauto. Qed.

Lemma in_block_holds first count i : first <= i < first + count -> in_block first count i = true.
Proof. apply in_block_spec. Qed.

Lemma outside_block first count i : ~ first <= i < first + count -> in_block first count i = false.
Proof. intros H. apply not_true_is_false. rewrite in_block_spec. exact H. Qed.

Lemma butterflies_are last d lead s half w first values : d + s < limit -> s < 3 -> lead <= half ->
  (s = 2 -> lead = half) -> part_is last d lead s values first (2 * half) ->
  let after := butterflies first half w values in
  part_is last d lead (S s) after first half /\ part_is last d lead (S s) after (first + half) half /\
  same_outside values after first (2 * half).
Proof.
  destruct sound as (_ & HF & HM & _). intros Hd Hs Hl Hs2 H. cbv zeta. split; [|split].
  - intros p Hp. unfold butterflies. rewrite in_block_holds by lia. pose proof (H p ltac:(lia)) as X.
    pose proof (H (p + half) ltac:(lia)) as Y. rewrite Nat.add_assoc in Y.
    destruct (Nat.ltb_spec (p + half) lead); [lia|]. destruct (Nat.ltb_spec p lead).
    + apply HF; assumption || lia.
    + apply HM; assumption || lia.
  - intros p Hp. unfold butterflies. rewrite outside_block, in_block_holds by lia.
    pose proof (H p ltac:(lia)) as X. pose proof (H (p + half) ltac:(lia)) as Y.
    replace (first + half + p - half) with (first + p) by lia.
    replace (first + half + p) with (first + (p + half)) by lia.
    destruct (Nat.ltb_spec (p + half) lead); [lia|]. destruct (Nat.ltb_spec p lead).
    + apply HF; assumption || lia.
    + apply HM; assumption || lia.
  - intros i Hi. unfold butterflies. rewrite !outside_block by lia. reflexivity.
Qed.

Lemma reduce_values_is last d lead first length values : d < limit -> lead <= length ->
  all_in (P d) values first length ->
  part_is last d lead 0 (reduce_values last first lead values) first length /\
  same_outside values (reduce_values last first lead values) first length.
Proof.
  destruct sound as (HP & _). intros Hd Hl H. split.
  - intros p Hp. unfold reduce_values. pose proof (H p Hp) as X. destruct (Nat.ltb_spec p lead).
    + rewrite in_block_holds by lia. apply HP; assumption.
    + rewrite outside_block by lia. apply (HP last); assumption.
  - intros i Hi. unfold reduce_values. rewrite outside_block by lia. reflexivity.
Qed.

(** The group of a stage: its first stage, its number of stages, and whether it is the last group. *)
Definition group_start stage := stage - stage mod 3.
Definition group_is_last (is_last : bool) count stage := is_last && (count - group_start stage <=? 3).
Definition group_size is_last count stage :=
  if group_is_last is_last count stage then count - group_start stage else 3.
Definition group_lead is_last count log_length stage :=
  2 ^ (log_length - group_start stage - group_size is_last count stage).

(** Facts about all parts, before a stage and after the last one. *)
Definition before_stage d (is_last : bool) count log_length stage (values : nat -> V) first :=
  if is_last && (stage =? count) then all_in (R (d + count)) values first (2 ^ log_length)
  else if stage mod 3 =? 0 then all_in (P (d + stage)) values first (2 ^ log_length)
  else forall i, i < 2 ^ stage -> part_is (group_is_last is_last count stage) (d + group_start stage)
    (group_lead is_last count log_length stage) (stage mod 3) values (first + i * 2 ^ (log_length - stage))
    (2 ^ (log_length - stage)).

(** ** Parts one after the other *)

(** Facts about part i depend only on its values. *)
Definition of_part (Q : nat -> (nat -> V) -> Prop) first length := forall i a b,
  (forall p, p < length -> b (first + i * length + p) = a (first + i * length + p)) -> Q i a -> Q i b.

Lemma one_part_after_another step (before after : nat -> (nat -> V) -> Prop) first length n : forall values,
  of_part before first length -> of_part after first length ->
  (forall i values, i < n -> before i values ->
    after i (step values i) /\ same_outside values (step values i) (first + i * length) length) ->
  (forall i, i < n -> before i values) ->
  let results := fold_left step (seq 0 n) values in
  (forall i, i < n -> after i results) /\ same_outside values results first (n * length).
Proof.
  induction n as [|n IH]; intros values Hb Ha Hstep H; cbv zeta.
  - cbn [seq fold_left]. split; [lia|]. intros i _. reflexivity.
  - rewrite seq_S, fold_left_app. cbn [fold_left Nat.add].
    destruct (IH values Hb Ha) as [I1 I2]; [intros i v Hi; apply Hstep; lia|intros i Hi; apply H; lia|].
    set (now := fold_left step (seq 0 n) values) in *. clearbody now.
    assert (Hn : before n now).
    { apply (Hb n values); [|apply H; lia]. intros p Hp. apply I2. right. lia. }
    destruct (Hstep n now ltac:(lia) Hn) as [S1 S2]. split.
    + intros i Hi. destruct (Nat.eqb_spec i n) as [->|Hne]; [exact S1|]. apply (Ha i now); [|apply I1; lia].
      intros p Hp. apply S2. left. assert (i * length + length <= n * length) by nia. lia.
    + intros i Hi. rewrite S2 by lia. apply I2. lia.
Qed.

Lemma all_in_is_local (Q : nat -> V -> Prop) first length :
  of_part (fun i values => all_in (Q i) values (first + i * length) length) first length.
Proof. intros i a b E H p Hp. rewrite E by exact Hp. apply H. exact Hp. Qed.

Lemma part_is_local last d lead s first length :
  of_part (fun i values => part_is last d lead s values (first + i * length) length) first length.
Proof. intros i a b E H p Hp. rewrite E by exact Hp. apply H. exact Hp. Qed.

(** ** All stages *)

(** All stages of the last call are near; other calls do three stages. *)
Definition has_shape (is_last : bool) count log_length :=
  if is_last then count = log_length else count = 3 /\ 3 < log_length.

Lemma power_quotient a b : b <= a -> 2 ^ a / 2 ^ b = 2 ^ (a - b).
Proof.
  intros H. replace a with (a - b + b) at 1 by lia. rewrite Nat.pow_add_r. apply Nat.div_mul, Nat.pow_nonzero. lia.
Qed.

Lemma twice_half a : 0 < a -> 2 ^ a = 2 * 2 ^ (a - 1).
Proof. intros H. replace a with (S (a - 1)) at 1 by lia. apply Nat.pow_succ_r'. Qed.

Lemma group_facts is_last count log_length stage : has_shape is_last count log_length -> stage < count ->
  let g := group_start stage in let k := group_size is_last count stage in let s := stage mod 3 in
  stage = g + s /\ s < 3 /\ s < k <= 3 /\ g + k <= log_length /\ (k < 3 -> group_is_last is_last count stage = true) /\
  (group_is_last is_last count stage = true -> is_last = true /\ g + k = count) /\
  (group_is_last is_last count stage = false -> k = 3 /\ (is_last = true -> g + k < count)).
Proof.
  intros H Hs. cbv zeta. unfold group_size, group_is_last, group_start, has_shape in *.
  pose proof (Nat.mod_upper_bound stage 3 ltac:(lia)) as Hm. pose proof (Nat.mod_le stage 3 ltac:(lia)) as L.
  destruct is_last; cbn [andb]; [destruct (Nat.leb_spec (count - (stage - stage mod 3)) 3)|];
    repeat split; intros; try discriminate; try reflexivity; try lia.
  rewrite Nat.mod_small; lia.
Qed.

Lemma part_stage_is d is_last count log_length stage w first values :
  let g := group_start stage in let last := group_is_last is_last count stage in
  let lead := group_lead is_last count log_length stage in let s := stage mod 3 in
  let length := 2 ^ (log_length - stage) in let half := 2 ^ (log_length - S stage) in
  has_shape is_last count log_length -> stage < count -> d + log_length <= limit ->
  (if s =? 0 then all_in (P (d + stage)) values first length
   else part_is last (d + g) lead s values first length) ->
  let after := part_stage is_last count stage length w first values in
  part_is last (d + g) lead (S s) after first half /\ part_is last (d + g) lead (S s) after (first + half) half /\
  same_outside values after first length.
Proof.
  intros g last lead s length half Hshape Hs Hd H. cbv zeta.
  destruct (group_facts is_last count log_length stage Hshape Hs) as (Eg & S3 & Sk & Gk & K3 & KL & KN).
  fold g s last in Eg, S3, Sk, Gk, K3, KL, KN. set (k := group_size is_last count stage) in *.
  assert (El : length = 2 * half) by (unfold length, half; rewrite twice_half by lia; do 2 f_equal; lia).
  assert (Ed : length / 2 = half) by (rewrite El, Nat.mul_comm; apply Nat.div_mul; lia).
  assert (Hlead : lead <= half).
  { unfold lead, half, group_lead. fold k g. apply Nat.pow_le_mono_r; lia. }
  assert (Hlead2 : s = 2 -> lead = half).
  { intros E2. unfold lead, half, group_lead. fold k g. f_equal. lia. }
  assert (X : exists now, part_stage is_last count stage length w first values = butterflies first half w now /\
    part_is last (d + g) lead s now first length /\ same_outside values now first length).
  { unfold part_stage. fold s. rewrite Ed. destruct (Nat.eqb_spec s 0) as [E0|E0].
    - assert (Egs : g = stage) by lia.
      assert (Elast : is_last && (count - stage <=? 3) = last) by (unfold last, group_is_last; fold g; rewrite Egs;
        reflexivity).
      rewrite Elast. exists (reduce_values last first lead values).
      assert (Eq : (if last then reduce_values true first (length / 2 ^ (count - stage)) values
        else reduce_values false first (length / 2 ^ 3) values) = reduce_values last first lead values).
      { unfold lead, group_lead. fold k g. destruct last eqn:EL; f_equal; unfold length.
        - destruct (KL eq_refl) as [_ Ek]. rewrite power_quotient by lia. f_equal. lia.
        - destruct (KN eq_refl) as [Ek _]. rewrite power_quotient by lia. f_equal. lia. }
      rewrite Eq. split; [reflexivity|]. rewrite E0, Egs.
      apply (reduce_values_is last (d + stage) lead first length values); [lia|lia|exact H].
    - exists values. split; [reflexivity|]. split; [exact H|]. intros i _. reflexivity. }
  destruct X as (now & -> & Hnow & Out). rewrite El in Hnow.
  destruct (butterflies_are last (d + g) lead s half w first now ltac:(lia) S3 Hlead Hlead2 Hnow) as (A & B & C).
  split; [exact A|]. split; [exact B|]. intros i Hi. rewrite C by lia. apply Out. exact Hi.
Qed.

Lemma all_parts_are d is_last count log_length twiddle stage first values : has_shape is_last count log_length ->
  stage < count -> d + log_length <= limit -> before_stage d is_last count log_length stage values first ->
  let after := all_parts is_last count log_length twiddle stage first values in
  before_stage d is_last count log_length (S stage) after first /\ same_outside values after first (2 ^ log_length).
Proof.
  intros Hshape Hs Hd H. cbv zeta. unfold all_parts.
  destruct (group_facts is_last count log_length stage Hshape Hs) as (Eg & S3 & Sk & Gk & K3 & KL & KN).
  set (g := group_start stage) in *. set (s := stage mod 3) in *. set (k := group_size is_last count stage) in *.
  set (last := group_is_last is_last count stage) in *. set (lead := group_lead is_last count log_length stage).
  set (length := 2 ^ (log_length - stage)). set (half := 2 ^ (log_length - S stage)).
  assert (Hcl : count <= log_length) by (unfold has_shape in Hshape; destruct is_last; lia).
  assert (El : length = 2 * half) by (unfold length, half; rewrite twice_half by lia; do 2 f_equal; lia).
  assert (Ew : 2 ^ log_length = 2 ^ stage * length).
  { unfold length. rewrite <- Nat.pow_add_r. f_equal. lia. }
  set (before := fun i values => if s =? 0 then all_in (P (d + stage)) values (first + i * length) length
    else part_is last (d + g) lead s values (first + i * length) length).
  set (after := fun i values => part_is last (d + g) lead (S s) values (first + i * length) half /\
    part_is last (d + g) lead (S s) values (first + i * length + half) half).
  destruct (one_part_after_another (fun values i => part_stage is_last count stage length (twiddle i)
    (first + i * length) values) before after first length (2 ^ stage) values) as [A B].
  { unfold before. destruct (s =? 0); [apply (all_in_is_local (fun _ => P (d + stage)))|apply part_is_local]. }
  { intros i a b E [X Y]. split; intros p Hp.
    - rewrite E by lia. apply X. exact Hp.
    - replace (first + i * length + half + p) with (first + i * length + (half + p)) by lia. rewrite E by lia.
      rewrite Nat.add_assoc. apply Y. exact Hp. }
  { intros i v Hi Hv. destruct (part_stage_is d is_last count log_length stage (twiddle i) (first + i * length) v
      Hshape Hs Hd Hv) as (X & Y & Z). split; [split; assumption|exact Z]. }
  { intros i Hi. unfold before, before_stage in *. rewrite (proj2 (Nat.eqb_neq stage count)), andb_false_r in H by lia.
    fold s in H. destruct (s =? 0); [|apply H; exact Hi].
    intros p Hp. rewrite <- Nat.add_assoc. apply H. rewrite Ew.
    assert ((i + 1) * length <= 2 ^ stage * length) by (apply Nat.mul_le_mono_r; lia). lia. }
  set (results := fold_left _ _ values) in *. clearbody results. split; [|rewrite Ew; exact B].
  assert (Both : forall j, j < 2 ^ S stage -> part_is last (d + g) lead (S s) results (first + j * half) half).
  { intros j Hj. rewrite Nat.pow_succ_r' in Hj. pose proof (Nat.div_mod j 2 ltac:(lia)) as D.
    pose proof (Nat.mod_upper_bound j 2 ltac:(lia)) as U.
    destruct (A (j / 2)) as [X Y]; [apply Nat.div_lt_upper_bound; lia|].
    destruct (Nat.eqb_spec (j mod 2) 0) as [E|E].
    - replace (first + j * half) with (first + j / 2 * length) by (rewrite El; nia). exact X.
    - replace (first + j * half) with (first + j / 2 * length + half) by (rewrite El; nia). exact Y. }
  assert (Whole : k = S s -> all_in (F last (d + g) k) results first (2 ^ log_length)).
  { intros Ek p Hp. assert (Eh : lead = half).
    { unfold lead, half, group_lead. fold k g. f_equal. lia. }
    assert (Hh : 0 < half) by (apply Nat.neq_0_lt_0, Nat.pow_nonzero; lia).
    pose proof (Nat.div_mod p half ltac:(lia)) as D. pose proof (Nat.mod_upper_bound p half ltac:(lia)) as U.
    pose proof (Both (p / half)) as X. unfold part_is in X. specialize (fun h => X h (p mod half) U).
    rewrite Eh, (proj2 (Nat.ltb_lt (p mod half) half)) in X by exact U.
    replace (first + p) with (first + p / half * half + p mod half) by lia. rewrite Ek. apply X.
    apply Nat.div_lt_upper_bound; [lia|]. rewrite Nat.pow_succ_r'. rewrite Ew, El in Hp. lia. }
  clear A B before after. unfold before_stage. destruct sound as (_ & _ & _ & HP & HR).
  assert (Em : S stage mod 3 = S s mod 3).
  { rewrite (Nat.div_mod stage 3) by lia. fold s. rewrite <- Nat.add_succ_r, Nat.mul_comm, Nat.add_comm.
    apply Nat.mod_add. lia. }
  destruct (Nat.eqb_spec k (S s)) as [Ek|Ek].
  - specialize (Whole Ek). destruct last eqn:EL.
    + destruct (KL eq_refl) as [-> Ec]. rewrite (proj2 (Nat.eqb_eq _ _)) by lia. cbn [andb].
      intros p Hp. replace (d + count) with (d + g + k) by lia. apply HR; [lia|lia|]. apply Whole. exact Hp.
    + destruct (KN eq_refl) as [K3' Kc].
      assert (Ef : is_last && (S stage =? count) = false).
      { destruct is_last; [|reflexivity]. cbn [andb]. apply Nat.eqb_neq. specialize (Kc eq_refl). lia. }
      rewrite Ef, Em. rewrite <- Ek, K3'. cbn [Nat.eqb Nat.modulo Nat.divmod snd Nat.sub].
      intros p Hp. replace (d + S stage) with (d + g + 3) by lia. apply HP.
      * unfold has_shape in Hshape. destruct is_last; [specialize (Kc eq_refl)|]; lia.
      * rewrite <- K3'. apply Whole. exact Hp.
  - assert (Es : S s mod 3 = S s) by (apply Nat.mod_small; lia).
    assert (Eg' : group_start (S stage) = g) by (unfold group_start; rewrite Em, Es; lia).
    assert (El' : group_is_last is_last count (S stage) = last) by (unfold group_is_last; rewrite Eg'; reflexivity).
    assert (Ed' : group_lead is_last count log_length (S stage) = lead).
    { unfold lead, group_lead, group_size. rewrite El', Eg'. fold g last. reflexivity. }
    assert (Ef : is_last && (S stage =? count) = false).
    { destruct is_last; [|reflexivity]. cbn [andb]. apply Nat.eqb_neq.
      destruct last eqn:EL; [destruct (KL eq_refl)|destruct (KN eq_refl) as [? Kc]; specialize (Kc eq_refl)]; lia. }
    rewrite Ef, Eg', El', Ed', Em, Es. cbn [Nat.eqb]. exact Both.
Qed.

Lemma near_stages_are d is_last count log_length twiddle first values : has_shape is_last count log_length ->
  0 < count -> d + log_length <= limit -> all_in (P d) values first (2 ^ log_length) ->
  let after := near_stages is_last count log_length twiddle first values in
  before_stage d is_last count log_length count after first /\ same_outside values after first (2 ^ log_length).
Proof.
  intros Hshape Hc Hd H. cbv zeta. unfold near_stages.
  assert (X : forall n, n <= count -> let now := fold_left (fun values stage =>
      all_parts is_last count log_length (twiddle stage) stage first values) (seq 0 n) values in
    before_stage d is_last count log_length n now first /\ same_outside values now first (2 ^ log_length)).
  { induction n as [|n IH]; intros Hn; cbv zeta.
    - cbn [seq fold_left]. split; [|intros i _; reflexivity]. unfold before_stage.
      rewrite (proj2 (Nat.eqb_neq 0 count)), andb_false_r by lia. cbn [Nat.eqb Nat.modulo Nat.divmod snd Nat.sub].
      rewrite Nat.add_0_r. exact H.
    - rewrite seq_S, fold_left_app. cbn [fold_left Nat.add]. destruct (IH ltac:(lia)) as [A B].
      set (now := fold_left _ (seq 0 n) values) in *. clearbody now.
      destruct (all_parts_are d is_last count log_length (twiddle n) n first now Hshape ltac:(lia) Hd A) as [C D].
      split; [exact C|]. intros i Hi. rewrite D by exact Hi. apply B. exact Hi. }
  apply X. lia.
Qed.

(** The results of transforms, for any number of stages, however many are near. *)
Lemma run_stages_are : 3 <= near -> forall fuel twiddle log_length d first block values, log_length < fuel ->
  0 < log_length -> d + log_length <= limit -> all_in (P d) values first (2 ^ log_length) ->
  let after := run_stages fuel twiddle log_length first block values in
  all_in (R (d + log_length)) after first (2 ^ log_length) /\ same_outside values after first (2 ^ log_length).
Proof.
  intros Hnear fuel twiddle. induction fuel as [|fuel IH]; intros log_length d first block values Hf Hl Hd H; [lia|].
  cbv zeta. cbn [run_stages]. set (count := if log_length <=? near then log_length else 3).
  assert (Hshape : has_shape (count =? log_length) count log_length /\ 0 < count).
  { unfold has_shape, count. destruct (Nat.leb_spec log_length near); [rewrite Nat.eqb_refl; split; [reflexivity|lia]|].
    rewrite (proj2 (Nat.eqb_neq 3 log_length)) by lia. lia. }
  destruct Hshape as [Hshape Hc].
  destruct (near_stages_are d (count =? log_length) count log_length (twiddle log_length block) first values Hshape Hc
    Hd H) as [A B].
  set (now := near_stages _ _ _ _ _ _) in *. clearbody now. unfold before_stage in A. rewrite Nat.eqb_refl in A.
  destruct (Nat.eqb_spec count log_length) as [Ec|Ec]; cbn [andb] in A.
  - rewrite Ec in A. split; assumption.
  - unfold has_shape in Hshape. destruct Hshape as [Ec3 Hl3].
    rewrite Ec3 in *. cbn [Nat.eqb Nat.modulo Nat.divmod snd Nat.sub] in A.
    assert (Ew : 2 ^ log_length = 2 ^ 3 * 2 ^ (log_length - 3)) by (rewrite <- Nat.pow_add_r; f_equal; lia).
    destruct (one_part_after_another (fun values i => run_stages fuel twiddle (log_length - 3)
        (first + i * 2 ^ (log_length - 3)) (block * 2 ^ 3 + i) values)
      (fun i values => all_in (P (d + 3)) values (first + i * 2 ^ (log_length - 3)) (2 ^ (log_length - 3)))
      (fun i values => all_in (R (d + log_length)) values (first + i * 2 ^ (log_length - 3)) (2 ^ (log_length - 3)))
      first (2 ^ (log_length - 3)) (2 ^ 3) now) as [X Y].
    { apply (all_in_is_local (fun _ => P (d + 3))). } { apply (all_in_is_local (fun _ => R (d + log_length))). }
    { intros i v _ Hv. replace (d + log_length) with (d + 3 + (log_length - 3)) by lia.
      apply IH; try lia. exact Hv. }
    { intros i Hi p Hp. rewrite <- Nat.add_assoc. apply A. rewrite Ew.
      assert ((i + 1) * 2 ^ (log_length - 3) <= 2 ^ 3 * 2 ^ (log_length - 3)) by (apply Nat.mul_le_mono_r; lia). lia. }
    split.
    + intros p Hp. set (w := 2 ^ (log_length - 3)) in *.
      assert (Hw : 0 < w) by (apply Nat.neq_0_lt_0, Nat.pow_nonzero; lia).
      pose proof (Nat.div_mod p w ltac:(lia)) as D. pose proof (Nat.mod_upper_bound p w ltac:(lia)) as U.
      replace (first + p) with (first + p / w * w + p mod w) by lia. apply X; [|exact U].
      apply Nat.div_lt_upper_bound; [lia|]. rewrite Ew in Hp. lia.
    + intros i Hi. rewrite Y by (rewrite <- Ew; exact Hi). apply B. exact Hi.
Qed.

(** ** Transforms *)

(** [transform]: either its first three stages together, on the eight values of one place, or none of them so. *)
Definition run_transform (first_stages : (nat -> V) -> nat -> V) (lift : V -> V) by_stage twiddle log_size input :=
  if (log_size <? 3) || by_stage
  then run_stages (S log_size) twiddle log_size 0 0 (fun i => lift (input i))
  else
    let eighth := 2 ^ (log_size - 3) in
    fold_left (fun values k => run_stages (S log_size) twiddle (log_size - 3) (k * eighth) k values) (seq 0 8)
      (fun i => first_stages (fun k => input (k * eighth + i mod eighth)) (i / eighth)).

Theorem stages_in_order (E : V -> Prop) first_stages lift by_stage twiddle log_size input : 3 <= near ->
  0 < log_size <= limit -> (forall v, E v -> P 0 (lift v)) ->
  (forall x, (forall k, k < 8 -> E (x k)) -> forall k, k < 8 -> P 3 (first_stages x k) /\ R 3 (first_stages x k)) ->
  (forall i, i < 2 ^ log_size -> E (input i)) ->
  forall i, i < 2 ^ log_size -> R log_size (run_transform first_stages lift by_stage twiddle log_size input i).
Proof.
  intros Hnear Hl HE HF HI i Hi. unfold run_transform. destruct ((log_size <? 3) || by_stage) eqn:B.
  - apply (run_stages_are Hnear (S log_size) twiddle log_size 0 0 0 (fun i => lift (input i))); try lia.
    intros p Hp. apply HE, HI. exact Hp.
  - apply orb_false_iff in B. destruct B as [B _]. apply Nat.ltb_ge in B. set (w := 2 ^ (log_size - 3)).
    assert (Hw : 0 < w) by (apply Nat.neq_0_lt_0, Nat.pow_nonzero; lia).
    assert (Ew : 2 ^ log_size = 8 * w) by (unfold w; change 8 with (2 ^ 3); rewrite <- Nat.pow_add_r; f_equal; lia).
    set (values := fun i => first_stages (fun k => input (k * w + i mod w)) (i / w)).
    assert (HV : forall k p, k < 8 -> p < w -> P 3 (values (k * w + p)) /\ R 3 (values (k * w + p))).
    { intros k p Hk Hp. unfold values. rewrite Nat.add_comm, Nat.mod_add, Nat.div_add by lia.
      rewrite Nat.mod_small, Nat.div_small by lia.
      apply HF; [|exact Hk]. intros j Hj. apply HI. rewrite Ew.
      assert ((j + 1) * w <= 8 * w) by (apply Nat.mul_le_mono_r; lia). lia. }
    destruct (one_part_after_another (fun values k => run_stages (S log_size) twiddle (log_size - 3) (k * w) k values)
        (fun i values => all_in (fun v => P 3 v /\ R 3 v) values (0 + i * w) w)
        (fun i values => all_in (R log_size) values (0 + i * w) w) 0 w 8 values) as [X _].
    { apply (all_in_is_local (fun _ v => P 3 v /\ R 3 v)). } { apply (all_in_is_local (fun _ => R log_size)). }
    { intros k v _ Hv. cbn [Nat.add] in *. destruct (Nat.eqb_spec (log_size - 3) 0) as [E0|E0].
      - rewrite E0. cbn [run_stages Nat.leb near_stages seq fold_left Nat.eqb]. split; [|intros j _; reflexivity].
        intros p Hp. replace log_size with 3 by lia. apply Hv. exact Hp.
      - destruct (run_stages_are Hnear (S log_size) twiddle (log_size - 3) 3 (k * w) k v) as [A C]; try lia.
        + intros p Hp. apply Hv. exact Hp.
        + replace (3 + (log_size - 3)) with log_size in A by lia. split; assumption. }
    { intros k Hk p Hp. apply HV; assumption. }
    pose proof (Nat.div_mod i w ltac:(lia)) as D. pose proof (Nat.mod_upper_bound i w ltac:(lia)) as U.
    replace i with (0 + i / w * w + i mod w) by lia. apply X; [|exact U]. apply Nat.div_lt_upper_bound; lia.
Qed.
End Schedule.

Arguments stages_in_order : clear implicits.
