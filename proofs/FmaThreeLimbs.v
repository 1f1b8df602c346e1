(** Products of 128-bit words of three limbs in doubles, by rows: section 14.1 of docs/bounds/limbs_in_doubles.md, with
    the columns and the quotient of FmaRows.v. *)
From Coq Require Import Reals Lra List.
From Flocq Require Import Core.
From Ringlet Require Import Words Constants Doubles Grids FmaRows.
Open Scope Z_scope.

(** The products of one column, before the multiple of q is subtracted. *)
Definition column_of_three higher v0 v1 v2 d0 d1 d2 : R * R :=
  let b := fma_limbs_bits 3 in
  add_to_column (add_to_column (start_column b higher (IZR v0) (IZR d0)) (IZR v1) (IZR d1)) (IZR v2) (IZR d2).

Lemma column_of_three_is higher v0 v1 v2 d0 d1 d2 :
  is_digit 42 d0 -> is_digit 42 d1 -> is_digit 42 d2 ->
  let size := Z.abs v0 + Z.abs v1 + Z.abs v2 in size <= 5 * 2 ^ 49 + 1 ->
  exists up rest, in_column 42 higher (column_of_three higher v0 v1 v2 d0 d1 d2) up rest /\
    up * 2 ^ 42 + rest = v0 * d0 + v1 * d1 + v2 * d2 /\ 2 * Z.abs rest <= 3 * 2 ^ 42 /\
    2 * Z.abs (up * 2 ^ 42 + rest) <= size * 2 ^ 42.
Proof.
  intros D0 D1 D2. cbv zeta. intros HS. unfold column_of_three. change (fma_limbs_bits 3) with 42.
  assert (Hb : two_or_three 42) by (left; reflexivity).
  pose proof (times_digit 42 v0 d0 D0) as P0. pose proof (times_digit 42 v1 d1 D1) as P1.
  pose proof (times_digit 42 v2 d2 D2) as P2. clear D0 D1 D2.
  name_magnitude v0 a0. name_magnitude v1 a1. name_magnitude v2 a2. two_sides.
  destruct (column_starts 42 higher v0 d0 Hb) as (u0 & r0 & A0 & B0 & C0); [powers; lia|].
  assert (B1 : 2 * Z.abs (u0 * 2 ^ 42 + r0) <= a0 * 2 ^ 42) by (rewrite B0; lia). two_sides.
  destruct (column_adds 42 higher _ u0 r0 v1 d1 Hb A0) as (u1 & r1 & A1 & B2 & C1); try (powers; lia).
  clear A0. two_sides.
  destruct (column_adds 42 higher _ u1 r1 v2 d2 Hb A1) as (u2 & r2 & A2 & B3 & C2); try (powers; lia).
  exists u2, r2. split; [exact A2|]. split; [lia|]. split; [powers; lia|]. rewrite B3, B2, B0. lia.
Qed.

(** A limb below the top, and its contribution to the next one. *)
Lemma limb_of_three higher c up rest size Q d : in_column 42 higher c up rest ->
  2 * Z.abs (up * 2 ^ 42 + rest) <= size * 2 ^ 42 -> 2 * Z.abs rest <= 3 * 2 ^ 42 ->
  size <= 5 * 2 ^ 49 + 1 -> 2 * Z.abs Q <= size + 3 -> is_digit 42 d ->
  exists up' rest', in_column 42 higher (add_to_column c (- IZR Q) (IZR d)) up' rest' /\
    up' * 2 ^ 42 + rest' = up * 2 ^ 42 + rest - Q * d /\ 2 * Z.abs rest' <= 4 * 2 ^ 42 /\
    4 * Z.abs up' <= 3 * size + 11.
Proof.
  intros A B C HS HQ Hd. pose proof (times_digit 42 Q d Hd) as P. clear Hd.
  assert (P' : 4 * Z.abs (Q * d) <= (size + 3) * 2 ^ 42) by (powers; lia). clear P HQ. two_sides.
  rewrite <- opp_IZR. assert (Hb : two_or_three 42) by (left; reflexivity).
  destruct (column_adds 42 higher c up rest (- Q) d Hb A) as (u & r & A' & B' & C'); try (powers; lia).
  exists u, r. split; [exact A'|]. split; [lia|]. two_sides. split; powers; lia.
Qed.

Definition three_limb_row_product q0 q1 q2 t0 t1 t2 w00 w01 w02 w10 w11 w12 w20 w21 w22 : R * R * R :=
  let b := fma_limbs_bits 3 in let quotient := limbs_quotient (t0 :: t1 :: t2 :: nil) in
  let v0 := multiplier t0 in let v1 := multiplier t1 in let v2 := multiplier t2 in
  let c0 := column_of_three false v0 v1 v2 w00 w10 w20 in
  let c1 := column_of_three true v0 v1 v2 w01 w11 w21 in
  let c2 := column_of_three true v0 v1 v2 w02 w12 w22 in
  let limb0 := limb_without b false c0 quotient (IZR q0) None in
  let limb1 := limb_without b false c1 quotient (IZR q1) (Some (snd limb0)) in
  (fst limb0, fst limb1, fst (limb_without b true c2 quotient (IZR q2) (Some (snd limb1)))).

Theorem fma_three_limb_product q q0 q1 q2 t0 t1 t2 w00 w01 w02 w10 w11 w12 w20 w21 w22 :
  let unit := 2 ^ fma_limbs_bits 3 in let value d0 d1 d2 := d0 + unit * d1 + unit ^ 2 * d2 in
  0 < q < 2 ^ fma_limbs_modulus_bits 3 -> q = value q0 q1 q2 ->
  Forall (is_digit (fma_limbs_bits 3))
    (q0 :: q1 :: q2 :: w00 :: w01 :: w02 :: w10 :: w11 :: w12 :: w20 :: w21 :: w22 :: nil) ->
  stored q t0 -> stored q t1 -> stored q t2 ->
  row_number t0 = value w00 w01 w02 -> row_number t1 = value w10 w11 w12 -> row_number t2 = value w20 w21 w22 ->
  let size := row_size (t0 :: t1 :: t2 :: nil) in size <= 5 * 2 ^ 49 + 1 ->
  exists Q T0 T1 T2,
    three_limb_row_product q0 q1 q2 t0 t1 t2 w00 w01 w02 w10 w11 w12 w20 w21 w22 = (IZR T0, IZR T1, IZR T2) /\
    let T := value T0 T1 T2 in
    T = row_sum (t0 :: t1 :: t2 :: nil) - Q * q /\ 256 * Z.abs T < fma_limbs_growth 3 * q /\
    2 * Z.abs T0 <= 4 * unit /\ 4 * Z.abs T1 <= 8 * unit + 3 * size + 20 /\
    4 * (Z.abs T0 + Z.abs T1 + Z.abs T2) <= 3 * size + 72 * 2 ^ 40.
Proof.
  cbv zeta. intros Hq Eq HD H0 H1 H2 E0 E1 E2 HS.
  destruct (limbs_quotient_is q 3 (t0 :: t1 :: t2 :: nil) ltac:(lia) ltac:(lia) ltac:(reflexivity))
    as (Q & EQ & HQ & HT); [repeat (apply Forall_cons; [assumption|]); apply Forall_nil|exact HS|].
  unfold three_limb_row_product. rewrite EQ. clear EQ H0 H1 H2.
  change (fma_limbs_bits 3) with 42 in *. change (fma_limbs_modulus_bits 3) with 124 in *.
  change (fma_limbs_growth 3) with 405 in *.
  repeat match goal with H : Forall _ (_ :: _) |- _ => inversion_clear H end.
  cbn [row_sum row_size] in *. rewrite E0, E1, E2 in *. clear E0 E1 E2.
  set (v0 := multiplier t0) in *. set (v1 := multiplier t1) in *. set (v2 := multiplier t2) in *.
  clearbody v0 v1 v2. clear t0 t1 t2. rewrite Z.add_0_r, Z.add_assoc in *.
  destruct (column_of_three_is false v0 v1 v2 w00 w10 w20) as (u0 & r0 & A0 & B0 & C0 & D0); try assumption.
  destruct (column_of_three_is true v0 v1 v2 w01 w11 w21) as (u1 & r1 & A1 & B1 & C1 & D1); try assumption.
  destruct (column_of_three_is true v0 v1 v2 w02 w12 w22) as (u2 & r2 & A2 & B2 & C2 & D2); try assumption.
  set (size := Z.abs v0 + Z.abs v1 + Z.abs v2) in *.
  replace (Z.abs v0 + (Z.abs v1 + (Z.abs v2 + 0))) with size by (unfold size; ring).
  assert (Hsize : 0 <= size) by (unfold size; clear; lia).
  assert (ET : v0 * (w00 + 2 ^ 42 * w01 + (2 ^ 42) ^ 2 * w02) + v1 * (w10 + 2 ^ 42 * w11 + (2 ^ 42) ^ 2 * w12) +
      v2 * (w20 + 2 ^ 42 * w21 + (2 ^ 42) ^ 2 * w22) =
    u0 * 2 ^ 42 + r0 + 2 ^ 42 * (u1 * 2 ^ 42 + r1) + (2 ^ 42) ^ 2 * (u2 * 2 ^ 42 + r2)).
  { rewrite B0, B1, B2. ring. }
  rewrite ET in HT |- *. clear ET B0 B1 B2.
  generalize dependent (column_of_three false v0 v1 v2 w00 w10 w20). intros c0 A0.
  generalize dependent (column_of_three true v0 v1 v2 w01 w11 w21). intros c1 A1.
  generalize dependent (column_of_three true v0 v1 v2 w02 w12 w22). intros c2 A2.
  clearbody size. rewrite Eq in HT, Hq |- *. clear Eq.
  destruct (limb_of_three false c0 u0 r0 size Q q0 A0 D0 C0 HS HQ ltac:(assumption))
    as (u3 & r3 & [F0 G0] & B3 & C3 & L3).
  destruct (limb_of_three true c1 u1 r1 size Q q1 A1 D1 C1 HS HQ ltac:(assumption))
    as (u4 & r4 & [F1 G1] & B4 & C4 & L4).
  destruct (lower_limb 42 c0 (IZR Q) (IZR q0)) as (I0 & J0 & _). rewrite I0, J0, F0, G0, Z.sub_0_r. clear I0 J0.
  destruct (lower_limb 42 c1 (IZR Q) (IZR q1)) as (_ & _ & K).
  destruct (K (IZR (multiword_column_start (2 ^ 42) + u3 * 2 ^ 42))) as (I1 & J1). clear K.
  rewrite I1, J1, F1, G1. clear I1 J1 F0 G0 F1 G1 A0 A1.
  assert (Hb : two_or_three 42) by (left; reflexivity).
  (* the column of the top is small *)
  set (V := u2 * 2 ^ 42 + r2 - Q * q2).
  assert (EV : r3 + 2 ^ 42 * (u3 + r4) + (2 ^ 42) ^ 2 * (u4 + V) =
    u0 * 2 ^ 42 + r0 + 2 ^ 42 * (u1 * 2 ^ 42 + r1) + (2 ^ 42) ^ 2 * (u2 * 2 ^ 42 + r2) -
      Q * (q0 + 2 ^ 42 * q1 + (2 ^ 42) ^ 2 * q2)) by (clear - B3 B4; unfold V; lia).
  rewrite <- EV in HT.
  assert (Htop : 256 * Z.abs (r3 + 2 ^ 42 * (u3 + r4) + (2 ^ 42) ^ 2 * (u4 + V)) < 405 * 2 ^ 124)
    by (clear - HT Hq; lia).
  assert (HV : 4 * Z.abs (u4 + V) <= 7 * 2 ^ 40 /\ Z.abs V <= 2 ^ 51).
  { clearbody V. clear - Htop C3 L3 C4 L4 HS. two_sides. powers. split; lia. }
  destruct HV as [HV HV51].
  assert (Hr2 : 2 * Z.abs r2 <= 2 ^ 52) by (powers; lia).
  assert (Hu2 : Z.abs u2 <= 2 ^ 53) by (clear - D2 C2 HS; two_sides; powers; lia).
  assert (Hu4 : Z.abs u4 <= 2 ^ 52) by (clear - L4 HS; powers; lia).
  rewrite (limb_takes 42 u3 r4 Hb) by (clear - L3 C4 HS; two_sides; powers; lia).
  rewrite (top_limb 42 c2 u2 r2 Q q2 u4 Hb A2 Hu2 Hr2 Hu4 HV51). fold V.
  exists Q, r3, (u3 + r4), (u4 + V). split; [reflexivity|].
  split; [exact EV|]. split; [exact HT|]. clear - C3 L3 C4 L4 HV HS Hsize. clearbody V.
  assert (L1 : 4 * Z.abs (u3 + r4) <= 8 * 2 ^ 42 + 3 * size + 20) by (two_sides; powers; lia).
  split; [exact C3|]. split; [exact L1|]. clear - C3 L1 HV. powers. lia.
Qed.
