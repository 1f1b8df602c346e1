(** The input of transforms modulo several words, in 52-bit limbs: section 18.4 of docs/bounds/multiword.md. The limbs
    of words, of products of variables, and of values kept in cells are as small as [multiword_transforms_in_order]
    requires. *)
From Coq Require Import List.
From Ringlet Require Import Words Constants Cells Montgomery Limbs52 ProductColumns LimbColumns MontgomeryLimbs.
From Ringlet Require Import LimbRows WordLimbs WordSums MultiwordReduction MultiwordRanges MultiwordLimbs.
Import ListNotations.

(** Bounds lanes as signed numbers; the top lane counts only modulo 2^52. *)
Definition lower_limbs_within most lanes :=
  exists vs top, lanes = map lane vs ++ [top] /\ Forall (fun v => - most <= v <= most) vs.

(** Montgomery52::mul. *)
Definition product_in_limbs (limbs : nat) k qs xs ys :=
  reduced_columns limbs k qs (limbs_of_digit k qs)
    (columns_add_product (limb_digits xs) (limb_digits ys) (zero_columns (2 * limbs))).

Lemma bounded_within m lanes : 0 <= m < 2 ^ 64 -> lanes <> [] -> bounded m lanes -> lower_limbs_within m lanes.
Proof.
  intros Hm Hne Hb. destruct (exists_last Hne) as (vs & top & ->). apply Forall_app in Hb. destruct Hb as [Hb _].
  exists vs, top. rewrite (bounded_lanes m vs) by (assumption || lia). split; [reflexivity|].
  eapply Forall_impl; [|exact Hb]. cbn beta. intros v Hv. lia.
Qed.

(** For operands whose limbs are not carried: the product is right modulo q, in its range, and fits the input of
    rows. *)
Theorem multiword_product_in_limbs n k qs vs top ws wtop x y a b :
  let q := value (2 ^ 52) qs in let L := Z.of_nat (S n) in let C := montgomery52_capacity L in
  let P := (2 ^ 52) ^ L in
  3 <= L <= 10 -> length qs = S n -> digits_of (2 ^ 52) qs -> 0 < q -> C * q <= 256 * P ->
  0 <= k < 2 ^ 52 -> (q * k) mod 2 ^ 52 = 2 ^ 52 - 1 ->
  length vs = n -> small_limbs vs -> length ws = n -> small_limbs ws -> 0 <= a <= C -> 0 <= b <= C ->
  within q (mk_range 0 a) x -> within q (mk_range 0 b) y ->
  (exists e, value (2 ^ 52) (vs ++ [top]) = x + e * P) -> (exists e, value (2 ^ 52) (ws ++ [wtop]) = y + e * P) ->
  let product := product_in_limbs (S n) k qs (map lane vs ++ [lane top]) (map lane ws ++ [lane wtop]) in
  length product = S n /\ (value (2 ^ 52) product * P) mod q = (x * y) mod q /\
  within q (montgomery52_product_range C a b) (value (2 ^ 52) product) /\
  lower_limbs_within (entry_size L multiword_entry) product.
Proof.
  intros q L C P HL Lq Dq Hq HC Hk Hi Lv Hvs Lw Hws Ha Hb Hx Hy Ex Ey. cbv zeta.
  assert (HP : 0 < P) by (apply Z.pow_pos_nonneg; lia).
  assert (HC0 : 0 < C) by (unfold C, montgomery52_capacity; destruct (L =? 5); lia).
  assert (Fits : forall z c, 0 <= c <= C -> within q (mk_range 0 c) z -> 0 <= z < P).
  { intros z c Hc [Hz0 Hz]. cbn [low high] in *. assert (c * q <= C * q) by (apply Z.mul_le_mono_nonneg_r; lia). lia. }
  pose proof (Fits x a Ha Hx) as Fx. pose proof (Fits y b Hb Hy) as Fy.
  destruct (digits_read_right vs top x) as (_ & Lx & Vx); [exact Hvs|rewrite Lv; exact Fx|rewrite Lv; exact Ex|].
  destruct (digits_read_right ws wtop y) as (_ & Ly & Vy); [exact Hws|rewrite Lw; exact Fy|rewrite Lw; exact Ey|].
  rewrite map_length in Lx, Ly. unfold product_in_limbs.
  set (xs := limb_digits (map lane vs ++ _)) in *. set (ys := limb_digits (map lane ws ++ _)) in *.
  clearbody xs ys. rewrite zero_columns_are.
  destruct (columns_add_product_is xs ys (repeat 0 (2 * S n))) as (us & -> & Vu & G);
    [rewrite repeat_length; lia|].
  assert (B0 : bounded 0 (repeat 0 (2 * S n))) by (apply Forall_forall; intros v Hv; apply repeat_spec in Hv; lia).
  pose proof (grown_bounded _ _ _ _ B0 G) as Bu. rewrite Z.add_0_l, Lx, Lv in Bu.
  pose proof (grown_length _ _ _ G) as Lu. rewrite repeat_length in Lu. rewrite value_zeros, Vx, Vy, Z.add_0_l in Vu.
  fold L in Bu. rewrite (bounded_lanes (L * (2 * (2 ^ 52 - 1))) us) by (assumption || lia).
  destruct (limbs_of_digit_are k qs Hk Dq Hq Hi) as (Lf & Df & Vf).
  destruct (columns_reduced (S n) k qs (limbs_of_digit k qs) us (L * (2 * (2 ^ 52 - 1)))) as (Lr & Br & Vr);
    try assumption; try lia.
  { fold L. unfold step_room. lia. }
  fold L in Br, Vr. fold q in Vr. rewrite Vu in Vr. set (product := reduced_columns _ _ _ _ _) in *. clearbody product.
  destruct (multiword_lazy_product L C k q a b x y) as [E R]; try assumption; try lia.
  fold P in E. rewrite <- Vr in E, R. split; [exact Lr|]. split; [exact E|]. split; [exact R|].
  change (entry_size L multiword_entry) with ((4 * L + 1) * 2 ^ 52).
  apply bounded_within; [lia|intros ->; discriminate|].
  eapply Forall_impl; [|exact Br]. cbn beta. intros v Hv. unfold step_room in Hv. lia.
Qed.

(** Words are digits, and so are kept values, since they are carried: they fit the input of columns, and of rows, where
    they stay in cells between operations. *)
Theorem multiword_entries_are_small n words vs top :
  let unit := entry_size (Z.of_nat (S n)) 1 in
  (digits_of (2 ^ 64) words -> lower_limbs_within unit (word_limbs 52 0 (S n) words)) /\
  (small_limbs vs -> lower_limbs_within unit (limbs_carried (map lane vs ++ [lane top]))) /\
  unit <= entry_size (Z.of_nat (S n)) multiword_entry.
Proof.
  cbv zeta. change (entry_size (Z.of_nat (S n)) 1) with (2 ^ 52).
  change (entry_size (Z.of_nat (S n)) multiword_entry) with ((4 * Z.of_nat (S n) + 1) * 2 ^ 52).
  split; [|split; [|lia]].
  - intros Hw. destruct (limbs_of_words 52 0 (S n) words ltac:(lia) ltac:(lia) Hw) as (L & D & _).
    apply bounded_within; [lia|intros E; rewrite E in L; discriminate|].
    eapply Forall_impl; [|exact D]. cbn beta. intros v Hv. lia.
  - intros Hv. destruct (carried_limbs_are vs top Hv) as (ds & t & -> & D & _ & _).
    exists ds, (lane t). pose proof (bounded_lanes (2 ^ 52) ds ltac:(lia)) as E. rewrite E.
    + split; [reflexivity|]. eapply Forall_impl; [|exact D]. cbn beta. intros d Hd. lia.
    + eapply Forall_impl; [|exact D]. cbn beta. intros d Hd. lia.
Qed.
