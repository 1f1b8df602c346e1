(** Growth of the limbs of 128-bit words in doubles along a pass, and products by the contents of tables: sections 14.1,
    14.3 and 14.4 of docs/bounds/limbs_in_doubles.md. *)
From Coq Require Import Reals List.
From Flocq Require Import Core.
From Ringlet Require Import Words Constants Doubles Grids FmaRows FmaRanges FmaTables FmaReduction.
Import ListNotations.
Open Scope Z_scope.

(** A sum of limbs, or with [minus] a difference. *)
Definition limb_step (minus : bool) (x t : R) : R := if minus then rnd (x - t) else rnd (x + t).
Definition step_value (minus : bool) x t := if minus then x - t else x + t.

Lemma limb_step_is minus x t : Z.abs x + Z.abs t <= 2 ^ 53 ->
  limb_step minus (IZR x) (IZR t) = IZR (step_value minus x t) /\ Z.abs (step_value minus x t) <= Z.abs x + Z.abs t.
Proof.
  intros H. unfold limb_step, step_value.
  destruct minus; [rewrite <- minus_IZR|rewrite <- plus_IZR]; (split; [apply exact; lia|lia]).
Qed.

(** ** Two limbs *)

(** A limb to which products are added in sequence. *)
Fixpoint limb_along (x : R) (products : list (bool * Z)) : R :=
  match products with nil => x | (minus, t) :: later => limb_along (limb_step minus x (IZR t)) later end.
Fixpoint value_along x (products : list (bool * Z)) :=
  match products with nil => x | (minus, t) :: later => value_along (step_value minus x t) later end.

(** Limb 0 of a summand, in units of 2^49, and of the products added to it or subtracted from it. It begins with one
    unit in the passes whose stages the C++ counts, and with 3 for twisted values, whose passes have [row_stages]. *)
Theorem fma_two_limbs_along_pass lanes_log units x products :
  let stages := Z.of_nat (length products) in
  0 <= units -> Z.abs x <= units * 2 ^ 49 -> Forall (fun p => 2 * Z.abs (snd p) <= 3 * 2 ^ fma_limbs_bits 2) products ->
  fma_limbs_stages_fit lanes_log = true ->
  units <= 1 /\ stages <= row_stages + lanes_log \/ units <= 3 /\ stages <= row_stages ->
  limb_along (IZR x) products = IZR (value_along x products) /\ Z.abs (value_along x products) <= 2 ^ 53.
Proof.
  cbv zeta. intros H0 Hx H Hfit Hunits.
  assert (Hn : units + 3 * Z.of_nat (length products) <= 16).
  { unfold fma_limbs_stages_fit in Hfit. unfold row_stages in *. apply Z.leb_le in Hfit. lia. }
  clear Hfit Hunits. change (fma_limbs_bits 2) with 50 in H. revert units x H0 Hx Hn.
  induction H as [|[minus t] later Ht _ IH]; intros units x H0 Hx Hn; cbn [length limb_along value_along snd] in *.
  - split; [reflexivity|]. change (2 ^ 53) with (16 * 2 ^ 49). lia.
  - rewrite Nat2Z.inj_succ in Hn.
    assert (Hlater : 0 <= Z.of_nat (length later)) by lia. set (n := Z.of_nat (length later)) in *. clearbody n.
    destruct (limb_step_is minus x t) as [E Hs].
    { change (2 ^ 53) with (16 * 2 ^ 49). change (2 ^ 50) with (2 * 2 ^ 49) in Ht. lia. }
    rewrite E. apply (IH (units + 3)); [lia| |lia]. change (2 ^ 50) with (2 * 2 ^ 49) in Ht. lia.
Qed.

(** The first step of [mul_twiddle]: carried limbs, for which products are exact. *)
Theorem fma_two_limb_multiplicand q x0 x1 :
  let b := fma_limbs_bits 2 in let x := x0 + 2 ^ b * x1 in
  0 < q < 2 ^ fma_limbs_modulus_bits 2 -> Z.abs x0 <= 2 ^ 53 ->
  256 * Z.abs x <= fma_limbs_max_multiplicand 2 (fma_limbs_capacity 2) * q ->
  exists v0 v1, carried_two (IZR x0) (IZR x1) = (IZR v0, IZR v1) /\ v0 + 2 ^ b * v1 = x /\
    Z.abs v0 + Z.abs v1 <= 9 * 2 ^ 48 + 1.
Proof.
  cbv zeta. change (fma_limbs_bits 2) with 50. change (fma_limbs_modulus_bits 2) with 98.
  change (fma_limbs_max_multiplicand 2 (fma_limbs_capacity 2)) with 1792. intros Hq H0 Hx.
  destruct (fma_two_limbs_carried x0 x1 H0) as (v0 & v1 & E & Ev & Hd).
  { clear - Hq H0 Hx. powers. lia. }
  change (fma_limbs_bits 2) with 50 in *. exists v0, v1. split; [exact E|]. split; [exact Ev|].
  rewrite <- Ev in Hx. unfold is_digit in Hd. clear - Hq Hx Hd. powers. lia.
Qed.

(** ** Three limbs *)

Definition limbs_size x0 x1 x2 := Z.abs x0 + Z.abs x1 + Z.abs x2.

(** The growth in a stage of limbs that add up to [s]: forward a summand plus a product, as [fma_three_limb_product]
    bounds it; in the inverse a sum, or the product of a difference. *)
Definition product_size s := (3 * s + 72 * 2 ^ 40) / 4.
Definition forward_size s := s + product_size s.
Definition inverse_size s := Z.max (2 * s) (product_size (2 * s)).
Fixpoint sizes_after (stage : Z -> Z) (stages : nat) s :=
  match stages with O => s | S before => stage (sizes_after stage before s) end.

(** Sums and differences of limbs, exact. *)
Theorem fma_three_limb_stage minus s s' x0 x1 x2 t0 t1 t2 :
  limbs_size x0 x1 x2 <= s -> limbs_size t0 t1 t2 <= s' -> s + s' <= 2 ^ 53 ->
  exists y0 y1 y2, limb_step minus (IZR x0) (IZR t0) = IZR y0 /\ limb_step minus (IZR x1) (IZR t1) = IZR y1 /\
    limb_step minus (IZR x2) (IZR t2) = IZR y2 /\ limbs_size y0 y1 y2 <= s + s' /\
    (forall radix, y0 + radix * (y1 + radix * y2) =
      step_value minus (x0 + radix * (x1 + radix * x2)) (t0 + radix * (t1 + radix * t2))).
Proof.
  unfold limbs_size. intros Hx Ht Hs.
  destruct (limb_step_is minus x0 t0 ltac:(lia)) as [E0 A0].
  destruct (limb_step_is minus x1 t1 ltac:(lia)) as [E1 A1].
  destruct (limb_step_is minus x2 t2 ltac:(lia)) as [E2 A2].
  exists (step_value minus x0 t0), (step_value minus x1 t1), (step_value minus x2 t2).
  split; [exact E0|]. split; [exact E1|]. split; [exact E2|]. split; [lia|].
  intros radix. unfold step_value. destruct minus; ring.
Qed.

(** In units of 2^40: the limbs at the beginning of passes, forward with four products in limb 0 plus two units, in the
    inverse with sums of four products. *)
Theorem fma_three_limbs_enter q units x0 x1 x2 :
  let b := fma_limbs_bits 3 in
  0 < q < 2 ^ fma_limbs_modulus_bits 3 ->
  256 * Z.abs (x0 + 2 ^ b * (x1 + 2 ^ b * x2)) <= fma_limbs_between_inverse 3 * q ->
  0 <= units <= 34 -> Z.abs x0 <= units * 2 ^ 40 -> is_digit b x1 -> limbs_size x0 x1 x2 <= (units + 11) * 2 ^ 40.
Proof.
  cbv zeta. change (fma_limbs_bits 3) with 42. change (fma_limbs_modulus_bits 3) with 124.
  change (fma_limbs_between_inverse 3) with 2048. unfold is_digit, limbs_size. intros Hq Hx Hu H0 H1.
  assert (Z.abs x2 <= 9 * 2 ^ 40) by (clear - Hq Hx Hu H0 H1; powers; lia). powers. lia.
Qed.

(** All stages of passes: forward for cells and twisted cells, in the inverse for cells, twisted ones and words.
    Products are exact up to 5 2^49 + 1, which no multiplicand exceeds. *)
Theorem fma_three_limbs_along_pass :
  let unit := 2 ^ 40 in let stages := Z.to_nat row_stages in
  sizes_after forward_size (stages + 2) (43 * unit) <= 1080 * unit /\
  product_size (43 * unit) <= 51 * unit /\ sizes_after forward_size stages (51 * unit) <= 380 * unit /\
  sizes_after inverse_size stages (43 * unit) <= 470 * unit /\
  sizes_after inverse_size stages (51 * unit) <= 530 * unit /\
  sizes_after inverse_size (stages + 2) (10 * unit) <= 900 * unit /\
  forall s, s <= 1080 * unit -> s <= 5 * 2 ^ 49 + 1 /\ 2 * s <= 5 * 2 ^ 49 + 1 /\ s + product_size s <= 2 ^ 53.
Proof.
  cbv zeta. do 6 (split; [vm_compute; discriminate|]). intros s Hs. unfold product_size.
  pose proof (floor (3 * s + 72 * 2 ^ 40) 4 ltac:(lia)) as F. set (k := (3 * s + 72 * 2 ^ 40) / 4) in *. clearbody k.
  powers. lia.
Qed.

(** ** Section 14.1, from the table on: two limbs *)

(** A row of a table, and the limb that it multiplies. *)
Definition table_term limbs q w limb := mk_row_term limb (centred_row q w) (fst (encoded_fma_row limbs q w)).

Lemma centred_is q w : exists k, centred_row q w = w + k * q.
Proof. unfold centred_row. destruct (q / 2 <? w); [exists (-1)|exists 0]; ring. Qed.

(** Two limbs, for any limbs that [mul_twiddle] carries: the rows are w and 2^50 w mod q. *)
Theorem fma_two_limb_product_by_table q w x0 x1 v0 v1 q0 q1 w00 w01 w10 w11 :
  let b := fma_limbs_bits 2 in let next := fma_row_next w (w * 2 ^ 128 / q) q b in let x := x0 + 2 ^ b * x1 in
  1 < q < 2 ^ fma_limbs_modulus_bits 2 -> 0 <= w < q -> limbs_of 2 q = [q0; q1] ->
  snd (encoded_fma_row 2 q w) = [w00; w01] -> snd (encoded_fma_row 2 q next) = [w10; w11] ->
  Z.abs x0 <= 2 ^ 53 -> 256 * Z.abs x <= fma_limbs_max_multiplicand 2 (fma_limbs_capacity 2) * q ->
  carried_two (IZR x0) (IZR x1) = (IZR v0, IZR v1) ->
  exists T0 T1,
    two_limb_row_product q0 q1 (table_term 2 q w v0) (table_term 2 q next v1) w00 w01 w10 w11 = (IZR T0, IZR T1) /\
    (T0 + 2 ^ b * T1) mod q = (x * w) mod q /\ 256 * Z.abs (T0 + 2 ^ b * T1) < fma_limbs_growth 2 * q /\
    2 * Z.abs T0 <= 3 * 2 ^ b.
Proof.
  cbv zeta. intros Hq Hw Eq E0 E1 H0 Hx Ev.
  rewrite fma_row_follows in * by (cbn; lia).
  pose proof (Z.mod_pos_bound (w * 2 ^ fma_limbs_bits 2) q ltac:(lia)) as Hn.
  set (next := (w * 2 ^ fma_limbs_bits 2) mod q) in *.
  assert (En : exists m, next = w * 2 ^ fma_limbs_bits 2 + m * q).
  { exists (- (w * 2 ^ fma_limbs_bits 2 / q)). pose proof (Z.div_mod (w * 2 ^ fma_limbs_bits 2) q ltac:(lia)).
    unfold next. lia. }
  destruct En as [m En]. clearbody next.
  destruct (fma_two_limb_multiplicand q x0 x1 ltac:(lia) H0 Hx) as (u0 & u1 & E & Eu & HS). rewrite Ev in E.
  injection E as A0 A1. apply eq_IZR in A0, A1. subst u0 u1.
  destruct (fma_limbs_balanced 2 q ltac:(left; reflexivity) ltac:(lia)) as (Vq & Dq & _). rewrite Eq in Vq, Dq.
  pose proof (fma_row_encoded 2 q w ltac:(left; reflexivity) Hq Hw) as R0.
  pose proof (fma_row_encoded 2 q next ltac:(left; reflexivity) Hq Hn) as R1. cbv zeta in R0, R1.
  unfold table_term. destruct (encoded_fma_row 2 q w) as [r0 l0]. destruct (encoded_fma_row 2 q next) as [r1 l1].
  cbn [fst snd] in *. subst l0 l1. destruct R0 as (V0 & D0 & _ & _ & _ & S0). destruct R1 as (V1 & D1 & _ & _ & _ & S1).
  cbn [limbs_value] in *.
  destruct (fma_two_limb_product q q0 q1 (mk_row_term v0 (centred_row q w) r0) (mk_row_term v1 (centred_row q next) r1)
    w00 w01 w10 w11) as (Q & T0 & T1 & ET & HT & Hg & H0'); try apply S0; try apply S1.
  { lia. } { lia. }
  { apply Forall_app with (l1 := [q0; q1]). split; [exact Dq|]. apply Forall_app with (l1 := [w00; w01]). auto. }
  { cbn [row_number]. lia. } { cbn [row_number]. lia. }
  { cbn [row_size multiplier]. lia. }
  exists T0, T1. split; [exact ET|]. split; [|split; [exact Hg|exact H0']].
  rewrite HT. cbn [row_sum multiplier row_number].
  destruct (centred_is q w) as [k0 K0]. destruct (centred_is q next) as [k1 K1]. rewrite K0, K1, En, <- Eu.
  apply (congruent _ _ _ (Q - v0 * k0 - v1 * (m + k1))); [lia|]. ring.
Qed.
