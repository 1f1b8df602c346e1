(** Carries of numbers in many limbs of 52 bits, and their finish: sections 17.4 and 18.3 of docs/bounds/multiword.md. *)
From Coq Require Import List.
From Ringlet Require Import Words Constants Montgomery Limbs52 LimbColumns.
Import ListNotations.

(** Isa::digits: the carry from each limb to the next. *)
Fixpoint carry_up carry (limbs : list Z) :=
  match limbs with [] => [] | x :: rest => let x := add 64 x carry in x :: carry_up (limb_carry x) rest end.
Definition limb_digits (limbs : list Z) := match limbs with [] => [] | x :: rest => x :: carry_up (limb_carry x) rest end.

(** Isa::carried: the same number, with limbs below 2^52 under the top. *)
Definition limbs_carried limbs :=
  map low52 (removelast (limb_digits limbs)) ++ [last (limb_digits limbs) 0].

(** An operation on each limb of two numbers. *)
Definition limbwise (f : Z -> Z -> Z) (xs ys : list Z) := map (fun xy => f (fst xy) (snd xy)) (combine xs ys).

(** MontgomeryColumns::canonical: adds q if the sign of the carried number, bit 51 of its top, is set. *)
Definition canonical_limbs qs limbs :=
  let limbs := limbs_carried limbs in
  let sign := shift_right_signed 63 (shift_left 64 (last limbs 0) 12) in
  let limbs := limbs_carried (limbwise (fun x q => add 64 x (Z.land sign q)) limbs qs) in
  removelast limbs ++ [low52 (last limbs 0)].

Definition small_limbs := Forall (fun v => - 2 ^ 62 <= v <= 2 ^ 62).

Lemma value_last B ds d : value B (ds ++ [d]) = value B ds + B ^ Z.of_nat (length ds) * d.
Proof.
  induction ds as [|a ds IH]; cbn [app value length].
  - change (Z.of_nat 0) with 0. rewrite Z.pow_0_r. ring.
  - rewrite IH, Nat2Z.inj_succ, Z.pow_succ_r by lia. ring.
Qed.

Lemma value_of_digits B ds : 0 < B -> digits_of B ds -> 0 <= value B ds < B ^ Z.of_nat (length ds).
Proof.
  intros HB H. induction H as [|d ds Hd _ IH]; cbn [value length].
  - change (Z.of_nat 0) with 0. rewrite Z.pow_0_r. lia.
  - rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. set (P := B ^ Z.of_nat (length ds)) in *.
    assert (0 <= B * value B ds <= B * (P - 1)) by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg_l]; lia).
    lia.
Qed.

Lemma carry_up_is vs top : forall c, small_limbs vs -> - 2 ^ 12 <= c <= 2 ^ 12 -> exists us t,
  carry_up (lane c) (map lane vs ++ [lane top]) = map lane us ++ [lane t] /\ length us = length vs /\
  value (2 ^ 52) (map low52 us ++ [t]) = c + value (2 ^ 52) (vs ++ [top]).
Proof.
  intros c Hvs. revert c. induction Hvs as [|v vs Hv _ IH]; intros c Hc; cbn [map app carry_up].
  - exists [], (top + c). rewrite add_lanes. split; [reflexivity|]. split; [reflexivity|]. cbn [map app value]. ring.
  - rewrite add_lanes. unfold limb_carry at 1. rewrite shift_right_lane by lia.
    pose proof (floor (v + c) (2 ^ 52) ltac:(lia)) as F.
    destruct (IH ((v + c) / 2 ^ 52) ltac:(lia)) as (us & t & E & L & V). exists ((v + c) :: us), t.
    cbn [map app value length]. rewrite E. split; [reflexivity|]. split; [lia|]. rewrite V.
    unfold low52. pose proof (Z.div_mod (v + c) (2 ^ 52) ltac:(lia)). lia.
Qed.

Lemma limb_digits_are vs top : small_limbs vs -> exists us t,
  limb_digits (map lane vs ++ [lane top]) = map lane us ++ [lane t] /\ length us = length vs /\
  value (2 ^ 52) (map low52 us ++ [t]) = value (2 ^ 52) (vs ++ [top]).
Proof.
  intros Hvs. destruct (carry_up_is vs top 0 Hvs ltac:(lia)) as (us & t & E & L & V). exists us, t.
  rewrite V, <- E. split; [|split; [exact L|ring]].
  assert (E0 : forall v, add 64 (lane v) (lane 0) = lane v) by (intros; rewrite add_lanes; f_equal; ring).
  destruct vs; cbn [map app limb_digits carry_up]; rewrite E0; reflexivity.
Qed.

(** The digits that multiplicands read. *)
Lemma digits_read_right vs top x : small_limbs vs -> 0 <= x < (2 ^ 52) ^ Z.of_nat (S (length vs)) ->
  (exists e, value (2 ^ 52) (vs ++ [top]) = x + e * (2 ^ 52) ^ Z.of_nat (S (length vs))) ->
  let ds := map low52 (limb_digits (map lane vs ++ [lane top])) in
  digits_of (2 ^ 52) ds /\ length ds = S (length vs) /\ value (2 ^ 52) ds = x.
Proof.
  intros Hvs Hx [e Ee]. cbv zeta. destruct (limb_digits_are vs top Hvs) as (us & t & -> & L & V).
  assert (Hds : forall l, digits_of (2 ^ 52) (map low52 l)).
  { intros l. apply Forall_forall. intros d Hd. apply in_map_iff in Hd. destruct Hd as (v & <- & _). apply low52_range. }
  split; [apply Hds|]. rewrite map_length, app_length, map_length. cbn [length]. split; [lia|].
  rewrite map_app, map_map. rewrite (map_ext (fun v => low52 (lane v)) low52) by apply low52_lane. cbn [map].
  rewrite low52_lane. rewrite value_last in V |- *. rewrite Ee in V. rewrite map_length, L in *.
  rewrite Nat2Z.inj_succ, Z.pow_succ_r in Hx, V by lia.
  pose proof (value_of_digits (2 ^ 52) (map low52 us) ltac:(lia) (Hds us)) as Hus. rewrite map_length, L in Hus.
  unfold low52 at 2. pose proof (Z.div_mod t (2 ^ 52) ltac:(lia)) as D. pose proof (Z.mod_pos_bound t (2 ^ 52) eq_refl)
    as M.
  set (P := (2 ^ 52) ^ Z.of_nat (length vs)) in *. set (d := t mod 2 ^ 52) in *. set (f := t / 2 ^ 52) in *.
  assert (Ex : x = value (2 ^ 52) (map low52 us) + P * d + (f - e) * (2 ^ 52 * P)) by (rewrite D in V; lia).
  assert (0 <= P * d <= P * (2 ^ 52 - 1)) by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg_l]; lia).
  assert (f = e) by nia. nia.
Qed.

Lemma carried_limbs_are vs top : small_limbs vs -> exists ds t,
  limbs_carried (map lane vs ++ [lane top]) = ds ++ [lane t] /\ digits_of (2 ^ 52) ds /\ length ds = length vs /\
  value (2 ^ 52) (ds ++ [t]) = value (2 ^ 52) (vs ++ [top]).
Proof.
  intros Hvs. destruct (limb_digits_are vs top Hvs) as (us & t & E & L & V). exists (map low52 us), t.
  unfold limbs_carried. rewrite E, removelast_last, last_last, map_map.
  rewrite (map_ext (fun v => low52 (lane v)) low52) by apply low52_lane. split; [reflexivity|].
  split; [|split; [rewrite map_length; exact L|exact V]].
  apply Forall_forall. intros d Hd. apply in_map_iff in Hd. destruct Hd as (v & <- & _). apply low52_range.
Qed.

(** The limbs of x mod q, for x in [-q, q). The top limb counts only modulo 2^52. *)
Theorem limbs_canonical qs vs top r :
  let q := value (2 ^ 52) qs in let P := (2 ^ 52) ^ Z.of_nat (S (length vs)) in
  digits_of (2 ^ 52) qs -> length qs = S (length vs) -> small_limbs vs -> 2 * q <= P -> - q <= r < q ->
  (exists e, value (2 ^ 52) (vs ++ [top]) = r + e * P) ->
  let limbs := canonical_limbs qs (map lane vs ++ [lane top]) in
  digits_of (2 ^ 52) limbs /\ length limbs = length qs /\ value (2 ^ 52) limbs = r mod q.
Proof.
  intros q P Hqs Lq Hvs Hfit Hr [e Ee]. cbv zeta. unfold canonical_limbs.
  destruct (carried_limbs_are vs top Hvs) as (ds & t & -> & Hds & Ld & V). rewrite last_last. rewrite Ee in V.
  assert (HP : P = 2 ^ 52 * (2 ^ 52) ^ Z.of_nat (length vs)) by (unfold P; rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia;
    reflexivity).
  clearbody P. pose proof (value_of_digits (2 ^ 52) ds ltac:(lia) Hds) as HD. rewrite Ld in HD.
  rewrite value_last, Ld in V. assert (HK : 0 < (2 ^ 52) ^ Z.of_nat (length vs)) by (apply Z.pow_pos_nonneg; lia).
  set (K := (2 ^ 52) ^ Z.of_nat (length vs)) in *.
  assert (Hq : 0 < q) by lia.
  (* the top is that of r, up to multiples of 2^52 *)
  set (h := t - 2 ^ 52 * e).
  assert (Eh : r = value (2 ^ 52) ds + K * h) by (unfold h; lia).
  assert (Hh : - 2 ^ 51 <= h < 2 ^ 51 /\ (h < 0 <-> r < 0)).
  { assert (- 2 ^ 51 - 1 < h) by (apply (cancel K); lia). assert (h < 2 ^ 51) by (apply (cancel K); lia).
    split; [lia|]. split; intros X.
    - assert (K * h <= K * (-1)) by (apply Z.mul_le_mono_nonneg_l; lia). lia.
    - destruct (Z.ltb_spec h 0); [assumption|]. assert (0 <= K * h) by (apply Z.mul_nonneg_nonneg; lia). lia. }
  destruct Hh as [Hh Hsign].
  assert (Es : shift_right_signed 63 (shift_left 64 (lane t) 12) = if r <? 0 then 2 ^ 64 - 1 else 0).
  { rewrite shift_left_lane. assert (E : lane (t * 2 ^ 12) = lane (h * 2 ^ 12)).
    { unfold lane. apply (congruent _ _ _ (- e)); [lia|]. unfold h. change (2 ^ 64) with (2 ^ 52 * 2 ^ 12). ring. }
    rewrite E, shift_right_lane by lia. destruct (Z.ltb_spec r 0).
    - assert (E1 : h * 2 ^ 12 / 2 ^ 63 = -1) by (symmetry; apply (Z.div_unique_pos _ _ _ (h * 2 ^ 12 + 2 ^ 63)); lia).
      rewrite E1. reflexivity.
    - rewrite Z.div_small by lia. reflexivity. }
  rewrite Es. set (s := if r <? 0 then 1 else 0).
  assert (Hland : forall y, 0 <= y < 2 ^ 52 -> Z.land (if r <? 0 then 2 ^ 64 - 1 else 0) y = s * y).
  { intros y Hy. unfold s. destruct (r <? 0); [|rewrite Z.land_0_l; ring].
    rewrite Z.land_comm, land_mask, Z.mod_small by lia. ring. }
  destruct (exists_last (l := qs)) as (qs' & qt & Eqs); [intros ->; discriminate|].
  rewrite Eqs in *. rewrite app_length in Lq. cbn [length] in Lq. apply Forall_app in Hqs. destruct Hqs as [Hqs' Hqt].
  inversion_clear Hqt as [|? ? Hqt' _].
  assert (HX : exists us, limbwise (fun x y => add 64 x (Z.land (if r <? 0 then 2 ^ 64 - 1 else 0) y))
    (ds ++ [lane t]) (qs' ++ [qt]) = map lane us ++ [lane (t + s * qt)] /\ small_limbs us /\ length us = length ds /\
    value (2 ^ 52) us = value (2 ^ 52) ds + s * value (2 ^ 52) qs').
  { assert (Hs : 0 <= s <= 1) by (unfold s; destruct (r <? 0); lia). clearbody s.
    assert (Lds : length ds = length qs') by lia. clear - Hds Hqs' Hqt' Hland Lds Hs. revert qs' Hqs' Lds.
    induction Hds as [|d ds Hd _ IH]; intros [|y ys] Hys L; cbn [length] in L; try discriminate.
    - exists []. unfold limbwise. cbn [app map combine fst snd length value]. rewrite Hland by exact Hqt'.
      split; [unfold add, lane; rewrite Z.add_mod_idemp_l by lia; reflexivity|].
      split; [constructor|]. split; [reflexivity|ring].
    - inversion_clear Hys as [|? ? Hy Hys']. destruct (IH ys Hys' ltac:(lia)) as (us & E & S & Lu & V).
      exists (d + s * y :: us). unfold limbwise in *. cbn [app map combine fst snd length value]. rewrite E, V.
      rewrite Hland by exact Hy. assert (0 <= s * y <= 1 * (2 ^ 52 - 1)) by (split;
        [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg]; lia).
      split; [unfold add; reflexivity|]. split; [constructor; [lia|exact S]|]. split; [lia|ring]. }
  destruct HX as (us & -> & Hus & Lu & Vu).
  destruct (carried_limbs_are us (t + s * qt) Hus) as (ds2 & t2 & -> & Hds2 & Ld2 & V2).
  rewrite removelast_last, last_last, low52_lane. rewrite !value_last, Lu in V2. rewrite Ld2, Lu, Ld in V2. fold K in V2.
  assert (Eq : q = value (2 ^ 52) qs' + K * qt) by (unfold q; rewrite Eqs, value_last; replace (length qs')
    with (length vs) by lia; reflexivity).
  pose proof (value_of_digits (2 ^ 52) ds2 ltac:(lia) Hds2) as HD2. rewrite Ld2, Lu, Ld in HD2. fold K in HD2.
  split; [|split].
  - apply Forall_app. split; [exact Hds2|]. constructor; [apply low52_range|constructor].
  - rewrite !app_length. cbn [length]. lia.
  - rewrite value_last, Ld2, Lu, Ld. fold K. unfold low52.
    pose proof (Z.div_mod t2 (2 ^ 52) ltac:(lia)) as D. pose proof (Z.mod_pos_bound t2 (2 ^ 52) eq_refl) as M.
    set (d2 := t2 mod 2 ^ 52) in *. set (f2 := t2 / 2 ^ 52) in *. clearbody d2 f2.
    assert (Hrs : 0 <= r + s * q < q) by (unfold s; destruct (Z.ltb_spec r 0); lia).
    assert (Er : r mod q = r + s * q).
    { rewrite <- (Z.mod_small (r + s * q) q) by exact Hrs. rewrite Z.mod_add by lia. reflexivity. }
    rewrite Er. assert (0 <= K * d2 <= K * (2 ^ 52 - 1)) by (split;
      [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg_l]; lia).
    assert (EV : value (2 ^ 52) ds2 + K * d2 = r + s * q + (e - f2) * P).
    { rewrite HP, Eq, Eh. unfold h. rewrite D in V2. rewrite Vu in V2. lia. }
    assert (-1 < e - f2 < 1) by (split; apply (cancel P); lia). replace (e - f2) with 0 in EV by lia. lia.
Qed.
