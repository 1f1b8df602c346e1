(** Montgomery's reduction on columns of lanes, one multiply-add after the other: sections 17.4, 17.5 and 18.2 of
    docs/bounds/multiword.md, after src/arith/montgomery52/montgomery_columns.hpp. Columns are lists of lanes, the lowest
    first; those that a step drops are no longer in the list. Its add_product and add_products are columns_add_multiple
    and columns_add_product. *)
From Coq Require Import List.
From Ringlet Require Import Words Constants Montgomery Limbs52 ProductColumns.
Import ListNotations.

(** The loop of steps i + 2 < limbs: removes the digit and adds its multiple. *)
Definition friendly_columns (fs columns : list Z) :=
  match columns with
  | digit :: c1 :: rest => columns_add_multiple digit fs (add 64 c1 (shift_right 52 digit) :: rest)
  | _ => columns
  end.

(** clear_lowest, without the column that it clears. *)
Definition clear_lowest k (qs columns : list Z) :=
  match columns with
  | c0 :: c1 :: rest =>
      let m := madd52_low 0 c0 k in
      let raised := add 64 c0 (2 ^ 52 - 1) in
      let c1 := add 64 c1 (shift_right 52 raised) in
      let c1 := madd52_high c1 m (hd 0 qs) in
      columns_add_multiple m (tl qs) (c1 :: rest)
  | _ => columns
  end.

Fixpoint column_steps (n : nat) (f : list Z -> list Z) columns :=
  match n with O => columns | S n => f (column_steps n f columns) end.
Definition reduced_columns (limbs : nat) k qs fs columns :=
  column_steps 2 (clear_lowest k qs) (column_steps (limbs - 2) (friendly_columns fs) columns).

(** ** Columns grow *)

Definition columns_grown m := Forall2 (fun v w => v <= w <= v + m).
Definition bounded m := Forall (fun v => 0 <= v <= m).

Lemma grown_refl m vs : 0 <= m -> columns_grown m vs vs.
Proof. intros Hm. induction vs; constructor; [lia|assumption]. Qed.

Lemma grown_trans m n us vs ws : columns_grown m us vs -> columns_grown n vs ws -> columns_grown (m + n) us ws.
Proof.
  intros H. revert ws. induction H as [|u v us vs Huv _ IH]; intros ws H; inversion_clear H as [|? w ? ws' Hvw Hvws];
    constructor; [lia|]. apply IH. exact Hvws.
Qed.

Lemma grown_more m n vs ws : m <= n -> columns_grown m vs ws -> columns_grown n vs ws.
Proof. intros Hn H. induction H; constructor; [lia|assumption]. Qed.

Lemma grown_bounded m n vs ws : bounded m vs -> columns_grown n vs ws -> bounded (m + n) ws.
Proof.
  intros Hv H. revert Hv. induction H as [|v w vs ws Hvw _ IH]; intros Hv; inversion_clear Hv; constructor; [lia|].
  apply IH. assumption.
Qed.

Lemma grown_length m vs ws : columns_grown m vs ws -> length ws = length vs.
Proof. intros H. induction H; cbn [length]; lia. Qed.

Lemma bounded_lanes m vs : m < 2 ^ 64 -> bounded m vs -> map lane vs = vs.
Proof.
  intros Hm H. induction H as [|v vs Hv _ IH]; cbn [map]; [reflexivity|]. rewrite IH, lane_small by lia. reflexivity.
Qed.

Lemma halves x y : let p := low52 x * low52 y in
  p = p mod 2 ^ 52 + 2 ^ 52 * (p / 2 ^ 52) /\ 0 <= p mod 2 ^ 52 <= 2 ^ 52 - 1 /\ 0 <= p / 2 ^ 52 <= 2 ^ 52 - 2.
Proof.
  cbv zeta. pose proof (low52_range x) as Hx. pose proof (low52_range y) as Hy.
  assert (0 <= low52 x * low52 y <= (2 ^ 52 - 1) * (2 ^ 52 - 1))
    by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg]; lia).
  pose proof (Z.div_mod (low52 x * low52 y) (2 ^ 52) ltac:(lia)). pose proof (Z.mod_pos_bound (low52 x * low52 y) (2 ^
    52) eq_refl).
  split; [lia|]. split; [lia|]. split; [apply Z.div_pos; lia|]. apply Z.lt_succ_r, Z.div_lt_upper_bound; lia.
Qed.

(** A row adds one half of a product to its first column, and two at most to the other columns. *)
Lemma columns_add_multiple_is x ys : forall v0 vs, (length ys <= length vs)%nat -> exists w0 ws,
  columns_add_multiple x ys (map lane (v0 :: vs)) = map lane (w0 :: ws) /\
  value (2 ^ 52) (w0 :: ws) = value (2 ^ 52) (v0 :: vs) + low52 x * value (2 ^ 52) (map low52 ys) /\
  v0 <= w0 <= v0 + (2 ^ 52 - 1) /\ columns_grown (2 * (2 ^ 52 - 1)) vs ws.
Proof.
  induction ys as [|y ys IH]; intros v0 vs Hlen; cbn [length] in Hlen.
  - exists v0, vs. cbn [columns_add_multiple map value]. split; [reflexivity|]. split; [ring|]. split; [lia|].
    apply grown_refl. lia.
  - destruct vs as [|v1 vs]; [cbn in Hlen; lia|]. cbn [length] in Hlen.
    cbn [map columns_add_multiple]. rewrite madd_low_lane, madd_high_lane.
    destruct (halves x y) as (D & L & H). set (l := (low52 x * low52 y) mod 2 ^ 52) in *.
    set (h := low52 x * low52 y / 2 ^ 52) in *.
    destruct (IH (v1 + h) vs ltac:(lia)) as (w0 & ws & E & V & R & G). cbn [map] in E. rewrite E.
    exists (v0 + l), (w0 :: ws). split; [reflexivity|]. cbn [map value] in V |- *. split.
    + replace (low52 x * (low52 y + 2 ^ 52 * value (2 ^ 52) (map low52 ys)))
        with (low52 x * low52 y + 2 ^ 52 * (low52 x * value (2 ^ 52) (map low52 ys))) by ring.
      rewrite D, V. ring.
    + split; [lia|]. constructor; [lia|exact G].
Qed.

(** All rows: each adds two halves. *)
Lemma columns_add_product_is xs ys : forall vs, (length xs + length ys <= length vs)%nat -> exists ws,
  columns_add_product xs ys (map lane vs) = map lane ws /\
  value (2 ^ 52) ws = value (2 ^ 52) vs + value (2 ^ 52) (map low52 xs) * value (2 ^ 52) (map low52 ys) /\
  columns_grown (Z.of_nat (length xs) * (2 * (2 ^ 52 - 1))) vs ws.
Proof.
  induction xs as [|x xs IH]; intros vs Hlen; cbn [length] in Hlen.
  - exists vs. split; [reflexivity|]. split; [cbn [map value]; ring|]. apply grown_refl. cbn. lia.
  - destruct vs as [|v0 vs]; [cbn in Hlen; lia|]. cbn [length] in Hlen.
    destruct (columns_add_multiple_is x ys v0 vs ltac:(lia)) as (w0 & ws & E & V & R & G). cbn [columns_add_product]. rewrite E.
    cbn [map]. pose proof (grown_length _ _ _ G) as HL.
    destruct (IH ws ltac:(lia)) as (us & E' & V' & G'). rewrite E'. exists (w0 :: us). split; [reflexivity|].
    cbn [map value] in V |- *. split.
    + rewrite V'. replace (w0 + 2 ^ 52 * (value (2 ^ 52) ws + value (2 ^ 52) (map low52 xs) * value (2 ^ 52) (map low52
        ys))) with ((w0 + 2 ^ 52 * value (2 ^ 52) ws) + 2 ^ 52 * (value (2 ^ 52) (map low52 xs) * value (2 ^ 52) (map
        low52 ys))) by ring. rewrite V. ring.
    + replace (Z.of_nat (length (x :: xs))) with (Z.of_nat (length xs) + 1) by (cbn [length]; lia).
      constructor; [lia|].
      replace ((Z.of_nat (length xs) + 1) * (2 * (2 ^ 52 - 1)))
        with (2 * (2 ^ 52 - 1) + Z.of_nat (length xs) * (2 * (2 ^ 52 - 1))) by ring.
      eapply grown_trans; [exact G|exact G'].
Qed.

(** ** Steps of the reduction *)

Definition step_room := 2 * (2 ^ 52 - 1) + 2 ^ 12.

Lemma low52_of_digits ds : digits_of (2 ^ 52) ds -> map low52 ds = ds.
Proof.
  intros H. induction H as [|d ds Hd _ IH]; cbn [map]; [reflexivity|]. rewrite IH, low52_small by exact Hd. reflexivity.
Qed.

Lemma friendly_columns_is k q fs v0 vs : digits_of (2 ^ 52) fs -> value (2 ^ 52) fs = (k * q + 1) / 2 ^ 52 ->
  (length fs < length vs)%nat -> 0 <= v0 < 2 ^ 63 -> exists ws,
  friendly_columns fs (map lane (v0 :: vs)) = map lane ws /\
  value (2 ^ 52) ws = friendly_step (2 ^ 52) k q (value (2 ^ 52) (v0 :: vs)) /\ columns_grown step_room vs ws.
Proof.
  intros Hfs Ef Hlen Hv. destruct vs as [|v1 vs]; [cbn in Hlen; lia|]. cbn [length] in Hlen.
  cbn [map friendly_columns]. rewrite (lane_small v0) by lia.
  pose proof (Z.div_mod v0 (2 ^ 52) ltac:(lia)) as D. pose proof (Z.mod_pos_bound v0 (2 ^ 52) eq_refl) as M.
  assert (Hc : 0 <= v0 / 2 ^ 52 <= 2 ^ 11).
  { split; [apply Z.div_pos; lia|]. apply Z.lt_succ_r, Z.div_lt_upper_bound; lia. }
  unfold shift_right. rewrite <- (lane_small (v0 / 2 ^ 52)), add_lanes by lia.
  destruct (columns_add_multiple_is v0 fs (v1 + v0 / 2 ^ 52) vs ltac:(lia)) as (w1 & ws & E & V & R & G).
  cbn [map] in E. rewrite E. exists (w1 :: ws). split; [reflexivity|].
  rewrite low52_of_digits, Ef in V by exact Hfs. split.
  - rewrite V. unfold friendly_step. set (f := (k * q + 1) / 2 ^ 52). clearbody f. cbn [value].
    replace (v0 + 2 ^ 52 * (v1 + 2 ^ 52 * value (2 ^ 52) vs)) with (v0 + (v1 + 2 ^ 52 * value (2 ^ 52) vs) * 2 ^ 52)
      by ring.
    rewrite Z.div_add, Z.mod_add by lia. change (v0 mod 2 ^ 52) with (low52 v0). ring.
  - unfold step_room. constructor; [lia|]. eapply grown_more; [|exact G]. lia.
Qed.

Lemma clear_lowest_is k qs v0 vs : digits_of (2 ^ 52) qs -> 0 <= k < 2 ^ 52 -> qs <> [] ->
  (value (2 ^ 52) qs * k) mod 2 ^ 52 = 2 ^ 52 - 1 -> (length qs <= length vs)%nat -> 0 <= v0 < 2 ^ 63 -> exists ws,
  clear_lowest k qs (map lane (v0 :: vs)) = map lane ws /\
  value (2 ^ 52) ws = clearing_step (2 ^ 52) k (value (2 ^ 52) qs) (value (2 ^ 52) (v0 :: vs)) /\
  columns_grown step_room vs ws.
Proof.
  intros Hqs Hk Hne Hi Hlen Hv. destruct qs as [|q0 qs]; [congruence|]. clear Hne.
  destruct vs as [|v1 vs]; [cbn in Hlen; lia|]. cbn [length] in Hlen. inversion_clear Hqs as [|? ? Hq0 Hqs'].
  cbn [map clear_lowest hd tl]. rewrite (lane_small v0) by lia.
  set (m := madd52_low 0 v0 k).
  assert (Em : m = multiple (2 ^ 52) k (value (2 ^ 52) (v0 :: v1 :: vs))).
  { unfold m, madd52_low, multiple. rewrite Z.add_0_l, (low52_small k) by exact Hk.
    rewrite (Z.mod_small _ (2 ^ 64)) by (pose proof (Z.mod_pos_bound (low52 v0 * k) (2 ^ 52) eq_refl); lia).
    change (value (2 ^ 52) (v0 :: v1 :: vs)) with (v0 + 2 ^ 52 * value (2 ^ 52) (v1 :: vs)). unfold low52.
    rewrite Zmult_mod_idemp_l. apply (congruent _ _ _ (value (2 ^ 52) (v1 :: vs) * k)); [lia|ring]. }
  assert (Hm : 0 <= m < 2 ^ 52) by (rewrite Em; apply Z.mod_pos_bound; lia).
  unfold add at 2. rewrite (Z.mod_small (v0 + (2 ^ 52 - 1))) by lia.
  set (c := shift_right 52 (v0 + (2 ^ 52 - 1))).
  pose proof (floor (v0 + (2 ^ 52 - 1)) (2 ^ 52) ltac:(lia)) as Fc. fold (shift_right 52 (v0 + (2 ^ 52 - 1))) in Fc.
  fold c in Fc. assert (Hc : 0 <= c <= 2 ^ 11) by lia.
  rewrite <- (lane_small c), add_lanes, madd_high_lane by lia. rewrite (low52_small m), (low52_small q0) by assumption.
  destruct (halves m q0) as (D & L & H). rewrite (low52_small m), (low52_small q0) in D, L, H by assumption.
  set (l := (m * q0) mod 2 ^ 52) in *. set (h := m * q0 / 2 ^ 52) in *.
  destruct (columns_add_multiple_is m qs (v1 + c + h) vs ltac:(lia)) as (w1 & ws & E & V & R & G). cbn [map] in E. rewrite E.
  exists (w1 :: ws). split; [reflexivity|].
  rewrite low52_of_digits, (low52_small m) in V by assumption. split.
  - set (q := value (2 ^ 52) (q0 :: qs)) in *.
    pose proof (clearing_step_exact (2 ^ 52) k q (value (2 ^ 52) (v0 :: v1 :: vs)) ltac:(lia) Hi) as X.
    rewrite <- Em in X. set (T := clearing_step _ _ _ _) in *. clearbody T.
    change (value (2 ^ 52) (v0 :: v1 :: vs)) with (v0 + 2 ^ 52 * (v1 + 2 ^ 52 * value (2 ^ 52) vs)) in X.
    assert (Eq : m * q = l + 2 ^ 52 * (h + m * value (2 ^ 52) qs)).
    { unfold q. cbn [value]. rewrite Z.mul_add_distr_l, D. ring. }
    rewrite Eq in X. set (Q := m * value (2 ^ 52) qs) in *. cbn [value] in V |- *.
    set (A := value (2 ^ 52) vs) in *. set (W := value (2 ^ 52) ws) in *. clearbody A W Q l h c m. lia.
  - unfold step_room. constructor; [lia|]. eapply grown_more; [|exact G]. lia.
Qed.

(** All steps of one kind, from columns that have room for them. *)
Lemma column_steps_are (f : list Z -> list Z) (step : Z -> Z) limbs n : forall vs m,
  (forall v0 vs, (limbs <= length vs)%nat -> 0 <= v0 < 2 ^ 63 -> exists ws,
    f (map lane (v0 :: vs)) = map lane ws /\ value (2 ^ 52) ws = step (value (2 ^ 52) (v0 :: vs)) /\
    columns_grown step_room vs ws) ->
  (n + limbs <= length vs)%nat -> bounded m vs -> m + Z.of_nat n * step_room < 2 ^ 63 -> exists ws,
  column_steps n f (map lane vs) = map lane ws /\ value (2 ^ 52) ws = repeated n step (value (2 ^ 52) vs) /\
  length vs = (n + length ws)%nat /\ bounded (m + Z.of_nat n * step_room) ws.
Proof.
  intros vs m Hf. assert (HG : 0 < step_room) by (unfold step_room; lia).
  induction n as [|n IH]; intros Hlen Hb Hfit.
  - exists vs. cbn [column_steps repeated]. repeat split. replace (m + Z.of_nat 0 * step_room) with m by lia. exact Hb.
  - destruct IH as (us & E & V & L & Bd); [lia|exact Hb|lia|]. cbn [column_steps repeated]. rewrite E.
    destruct us as [|u0 us]; [cbn [length] in L; lia|]. cbn [length] in L. inversion_clear Bd as [|? ? Hu Hus].
    destruct (Hf u0 us ltac:(lia) ltac:(lia)) as (ws & E' & V' & G). exists ws. rewrite E', V', V.
    split; [reflexivity|]. split; [reflexivity|]. pose proof (grown_length _ _ _ G). split; [lia|].
    replace (m + Z.of_nat (S n) * step_room) with (m + Z.of_nat n * step_room + step_room) by lia.
    eapply grown_bounded; [exact Hus|exact G].
Qed.

(** Columns with room for the additions reduce like whole numbers (section 17.4), without a carry out of a lane. *)
Theorem columns_reduced limbs k qs fs vs m :
  let q := value (2 ^ 52) qs in
  (2 <= limbs)%nat -> length qs = limbs -> length fs = limbs -> length vs = (2 * limbs)%nat ->
  digits_of (2 ^ 52) qs -> digits_of (2 ^ 52) fs -> 0 <= k < 2 ^ 52 -> (q * k) mod 2 ^ 52 = 2 ^ 52 - 1 ->
  value (2 ^ 52) fs = (k * q + 1) / 2 ^ 52 -> bounded m vs -> m + Z.of_nat limbs * step_room < 2 ^ 63 ->
  let columns := reduced_columns limbs k qs fs vs in
  length columns = limbs /\ bounded (m + Z.of_nat limbs * step_room) columns /\
  value (2 ^ 52) columns = limb_reduction (Z.of_nat limbs) (2 ^ 52) k q (value (2 ^ 52) vs).
Proof.
  intros q HL Lq Lf Lv Hq Hf Hk Hi Ef Hb Hfit. cbv zeta.
  assert (HG : 0 < step_room) by (unfold step_room; lia).
  assert (Hm : 0 <= m) by (destruct vs; [cbn in Lv; lia|inversion_clear Hb; lia]).
  rewrite <- (bounded_lanes m vs) at 1 2 3 by (assumption || (unfold step_room in *; lia)). unfold reduced_columns.
  destruct (column_steps_are (friendly_columns fs) (friendly_step (2 ^ 52) k q) (limbs + 1) (limbs - 2) vs m)
    as (us & E & V & L & Bd); try assumption; try (unfold step_room in *; lia).
  { intros v0 rest Hl Hv. apply friendly_columns_is; assumption || lia. }
  rewrite E.
  destruct (column_steps_are (clear_lowest k qs) (clearing_step (2 ^ 52) k q) limbs 2 us (m + Z.of_nat (limbs - 2) *
    step_room)) as (ws & E' & V' & L' & Bd'); try assumption; try (unfold step_room in *; lia).
  { intros v0 rest Hl Hv. apply clear_lowest_is; try assumption; try lia. intros ->. cbn in Lq. lia. }
  rewrite E'.
  replace (m + Z.of_nat (limbs - 2) * step_room + Z.of_nat 2 * step_room) with (m + Z.of_nat limbs * step_room)
    in Bd' by (unfold step_room; lia).
  rewrite (bounded_lanes (m + Z.of_nat limbs * step_room) ws)
    by (exact Bd' || (unfold step_room in *; lia)). split; [lia|]. split; [exact Bd'|].
  rewrite V', V. unfold limb_reduction. replace (Z.to_nat (Z.of_nat limbs - 2)) with (limbs - 2)%nat by lia. reflexivity.
Qed.

(** ** Sums of products *)

(** Columns of zeros, to which products are added in sequence. *)
Definition zero_columns (n : nat) := repeat 0 n.
Definition sum_of_products limbs (factors : list (list Z * list Z)) :=
  fold_left (fun columns xy => columns_add_product (fst xy) (snd xy) columns) factors (zero_columns (2 * limbs)).
Definition sum_of_values (factors : list (list Z * list Z)) :=
  fold_right (fun xy sum => value (2 ^ 52) (map low52 (fst xy)) * value (2 ^ 52) (map low52 (snd xy)) + sum) 0 factors.

(** With at most as many products as the traits allow, the reduction and a signed carry have room (section 17.5). *)
Theorem products_in_columns limbs factors :
  Forall (fun xy => length (fst xy) = limbs /\ length (snd xy) = limbs) factors ->
  Z.of_nat (length factors) <= limbs_max_products -> (0 < limbs <= 10)%nat ->
  let columns := sum_of_products limbs factors in let room := limbs_max_products * (20 * (2 ^ 52 - 1)) in
  length columns = (2 * limbs)%nat /\ bounded room columns /\ value (2 ^ 52) columns = sum_of_values factors /\
  room + Z.of_nat limbs * step_room < 2 ^ 61.
Proof.
  intros Hfactors Hcount HL. cbv zeta. unfold sum_of_products, zero_columns.
  assert (H : forall vs, length vs = (2 * limbs)%nat -> exists ws,
    fold_left (fun columns xy => columns_add_product (fst xy) (snd xy) columns) factors (map lane vs) = map lane ws /\
    value (2 ^ 52) ws = value (2 ^ 52) vs + sum_of_values factors /\
    columns_grown (Z.of_nat (length factors) * (20 * (2 ^ 52 - 1))) vs ws).
  { clear Hcount. induction Hfactors as [|[xs ys] factors [Lx Ly] _ IH]; intros vs Lv; cbn [fold_left].
    - exists vs. split; [reflexivity|]. split; [unfold sum_of_values; cbn [fold_right]; ring|]. apply grown_refl.
      cbn. lia.
    - cbn [fst snd] in *. destruct (columns_add_product_is xs ys vs ltac:(lia)) as (us & -> & V & G).
      pose proof (grown_length _ _ _ G) as Lu. destruct (IH us ltac:(lia)) as (ws & -> & V' & G'). exists ws.
      split; [reflexivity|]. split; [rewrite V', V; unfold sum_of_values; cbn [fold_right fst snd]; ring|].
      replace (Z.of_nat (length ((xs, ys) :: factors)) * (20 * (2 ^ 52 - 1)))
        with (20 * (2 ^ 52 - 1) + Z.of_nat (length factors) * (20 * (2 ^ 52 - 1))) by (cbn [length]; lia).
      eapply grown_trans; [|exact G']. eapply grown_more; [|exact G]. rewrite Lx. lia. }
  assert (Z0 : forall n, map lane (repeat 0 n) = repeat 0 n).
  { induction n as [|n IH]; cbn [repeat map]; [reflexivity|]. rewrite IH. reflexivity. }
  assert (V0 : forall n, value (2 ^ 52) (repeat 0 n) = 0).
  { induction n as [|n IH]; cbn [repeat value]; [reflexivity|]. rewrite IH. reflexivity. }
  destruct (H (repeat 0 (2 * limbs)) (repeat_length _ _)) as (ws & E & V & G). rewrite Z0 in E.
  assert (B0 : bounded 0 (repeat 0 (2 * limbs))) by (apply Forall_forall; intros v Hv; apply repeat_spec in Hv; lia).
  pose proof (grown_bounded _ _ _ _ B0 G) as Bd. rewrite Z.add_0_l in Bd.
  assert (Bd' : bounded (limbs_max_products * (20 * (2 ^ 52 - 1))) ws).
  { eapply Forall_impl; [|exact Bd]. cbn beta. intros v Hv.
    assert (Z.of_nat (length factors) * (20 * (2 ^ 52 - 1)) <= limbs_max_products * (20 * (2 ^ 52 - 1)))
      by (apply Z.mul_le_mono_nonneg_r; lia). lia. }
  assert (Hroom : limbs_max_products * (20 * (2 ^ 52 - 1)) + Z.of_nat limbs * step_room < 2 ^ 61)
    by (unfold limbs_max_products, step_room; lia).
  rewrite E, (bounded_lanes (limbs_max_products * (20 * (2 ^ 52 - 1))) ws) by (exact Bd' || (unfold limbs_max_products; lia)).
  split; [rewrite (grown_length _ _ _ G); apply repeat_length|]. split; [exact Bd'|]. split; [|exact Hroom].
  rewrite V, V0. ring.
Qed.
