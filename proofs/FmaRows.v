(** Products of 128-bit words in doubles, by rows: section 14.1 of docs/bounds/limbs_in_doubles.md. *)
From Coq Require Import Reals Lra List.
From Flocq Require Import Core.
From Ringlet Require Import Words Constants Doubles Grids.
Open Scope R_scope.

(** ** The quotient *)

(** A limb of the multiplicand, its row as a centred integer, and the stored quotient of the row by q. *)
Record row_term := mk_row_term { multiplier : Z; row_number : Z; row_ratio : R }.

Definition stored q t := (2 * Z.abs (row_number t) <= q)%Z /\ Rabs (row_ratio t) <= 1 / 2 /\
  Rabs (row_ratio t - IZR (row_number t) / IZR q) <= / IZR (2 ^ 55).

(** One multiply-add for each limb, close to the rounding constant. *)
Fixpoint quotient_from (start : R) x :=
  match x with nil => start | t :: above => quotient_from (rnd (IZR (multiplier t) * row_ratio t + start)) above end.
Definition limbs_quotient x := rnd (quotient_from (IZR limb_rounder) x - IZR limb_rounder).

Fixpoint row_sum x := match x with nil => 0%Z | t :: above => (multiplier t * row_number t + row_sum above)%Z end.
Fixpoint row_size x := match x with nil => 0%Z | t :: above => (Z.abs (multiplier t) + row_size above)%Z end.
Definition row_count (x : list row_term) := Z.of_nat (length x).

Lemma row_size_positive x : (0 <= row_size x)%Z.
Proof. induction x; cbn [row_size]; lia. Qed.

Lemma quotient_from_is q x : (0 < q)%Z -> Forall (stored q) x -> forall n,
  (2 * Z.abs n + row_size x + row_count x < 2 ^ 52)%Z ->
  exists m, quotient_from (IZR (limb_rounder + n)) x = IZR (limb_rounder + m) /\
    (2 * Z.abs (m - n) <= row_size x + row_count x)%Z /\
    Rabs (IZR (m - n) - IZR (row_sum x) / IZR q) <= IZR (row_count x) / 2 + IZR (row_size x) / IZR (2 ^ 55).
Proof.
  intros Hq H. assert (HqR : 1 <= IZR q) by (apply IZR_le; lia).
  induction H as [|t x (Hw & Hr & Hc) _ IH]; intros n Hn; unfold row_count in *;
    cbn [quotient_from row_size row_sum length] in *.
  - exists n. rewrite Z.sub_diag. split; [reflexivity|]. split; [lia|]. cbn [Z.of_nat].
    replace (0 - 0 / IZR q) with 0 by (field; lra). rewrite Rabs_R0. powers. lra.
  - rewrite Nat2Z.inj_succ in *. pose proof (row_size_positive x) as Hx. set (N := Z.of_nat (length x)) in *.
    assert (HN : (0 <= N)%Z) by lia. set (v := multiplier t) in *.
    assert (Hv : 2 * Rabs (IZR v * row_ratio t) <= Rabs (IZR v)).
    { rewrite Rabs_mult. pose proof (Rmult_le_compat_l (Rabs (IZR v)) _ _ (Rabs_pos (IZR v)) Hr). lra. }
    set (z := IZR v * row_ratio t + IZR (limb_rounder + n)).
    assert (Hz : IZR (2 ^ 52) <= z < IZR (2 ^ 53)).
    { unfold z. rewrite plus_IZR. unfold limb_rounder. rewrite <- abs_IZR in Hv.
      assert (HnR : 2 * Rabs (IZR n) + IZR (Z.abs v) < IZR (2 ^ 52)).
      { rewrite <- abs_IZR, <- mult_IZR, <- plus_IZR. apply IZR_lt. lia. }
      assert (Hn2 : Rabs (IZR v * row_ratio t + IZR n) < IZR (2 ^ 51)).
      { eapply Rle_lt_trans; [apply Rabs_triang|]. powers. lra. }
      apply Rabs_def2 in Hn2. powers. lra. }
    pose proof (rounded_to_integer z Hz) as E. pose proof (Znearest_half (fun k => negb (Z.even k)) z) as Hh.
    fold ZnearestE in Hh. set (k := ZnearestE z) in *. clearbody k. rewrite E.
    replace k with (limb_rounder + (k - limb_rounder))%Z by lia. set (m := (k - limb_rounder)%Z).
    assert (Hm : Rabs (IZR (m - n) - IZR v * row_ratio t) <= 1 / 2).
    { unfold m. rewrite !minus_IZR. unfold z in Hh. rewrite plus_IZR, Rabs_minus_sym in Hh.
      replace (IZR k - IZR limb_rounder - IZR n - IZR v * row_ratio t)
        with (IZR k - (IZR v * row_ratio t + (IZR limb_rounder + IZR n))) by ring. lra. }
    clearbody m. clear Hh E Hz z k.
    assert (Hmn : (2 * Z.abs (m - n) <= Z.abs v + 1)%Z).
    { apply le_IZR. rewrite mult_IZR, plus_IZR, !abs_IZR.
      replace (IZR (m - n)) with ((IZR (m - n) - IZR v * row_ratio t) + IZR v * row_ratio t) by ring.
      pose proof (Rabs_triang (IZR (m - n) - IZR v * row_ratio t) (IZR v * row_ratio t)). lra. }
    destruct (IH m ltac:(lia)) as (m' & E' & Hm' & Hc'). exists m'. split; [exact E'|]. split; [lia|].
    replace (m' - n)%Z with (m' - m + (m - n))%Z by lia.
    rewrite !plus_IZR, mult_IZR, abs_IZR, succ_IZR. fold v.
    replace (IZR (m' - m) + IZR (m - n) - (IZR v * IZR (row_number t) + IZR (row_sum x)) / IZR q)
      with ((IZR (m' - m) - IZR (row_sum x) / IZR q) + (IZR (m - n) - IZR v * row_ratio t)
        + IZR v * (row_ratio t - IZR (row_number t) / IZR q)) by (field; lra).
    pose proof (Rmult_le_compat_l (Rabs (IZR v)) _ _ (Rabs_pos (IZR v)) Hc) as T1. rewrite <- Rabs_mult in T1.
    eapply Rle_trans; [apply Rabs_triang|].
    pose proof (Rabs_triang (IZR (m' - m) - IZR (row_sum x) / IZR q) (IZR (m - n) - IZR v * row_ratio t)) as T2.
    unfold Rdiv in *. lra.
Qed.

(** The quotient, and a bound of the product. *)
Lemma limbs_quotient_is q limbs x : (0 < q)%Z -> (limbs = 2 \/ limbs = 3)%Z -> row_count x = limbs ->
  Forall (stored q) x -> (row_size x <= 5 * 2 ^ 49 + 1)%Z ->
  exists Q, limbs_quotient x = IZR Q /\ (2 * Z.abs Q <= row_size x + limbs)%Z /\
    (256 * Z.abs (row_sum x - Q * q) < fma_limbs_growth limbs * q)%Z.
Proof.
  intros Hq HL Hc H Hs. assert (HqR : 0 < IZR q) by (apply IZR_lt; lia).
  destruct (quotient_from_is q x Hq H 0) as (Q & E & HQ & Hclose); [rewrite Hc; lia|].
  rewrite Z.add_0_r, Hc, Z.sub_0_r in *.
  exists Q. unfold limbs_quotient. rewrite E, <- minus_IZR. split; [|split; [exact HQ|]].
  - replace (limb_rounder + Q - limb_rounder)%Z with Q by ring. apply exact. lia.
  - apply lt_IZR. rewrite !mult_IZR, abs_IZR, minus_IZR, mult_IZR.
    replace (IZR (row_sum x) - IZR Q * IZR q) with (- (IZR Q - IZR (row_sum x) / IZR q) * IZR q) by (field; lra).
    rewrite Rabs_mult, Rabs_Ropp, (Rabs_pos_eq (IZR q)), <- Rmult_assoc by lra. apply Rmult_lt_compat_r; [lra|].
    change (5 * 2 ^ 49 + 1)%Z with 2814749767106561%Z in Hs. apply IZR_le in Hs. clear E HQ H Hc.
    destruct HL as [-> | ->]; unfold fma_limbs_growth; cbn [Z.eqb Pos.eqb]; powers; lra.
Qed.

(** ** Columns: a running sum near the start, of parts rounded to multiples of 2^b, and a rest, the rounding errors *)

Definition start_column b (higher : bool) x digit : R * R :=
  let start := multiword_column_start (2 ^ b) in
  let next := rnd (x * digit + IZR start) in
  let before := if higher then IZR (start - limb_rounder) else IZR start in
  (next, rnd (x * digit + rnd (before - next))).

Definition add_to_column (c : R * R) x digit : R * R :=
  let next := rnd (x * digit + fst c) in (next, rnd (snd c + rnd (x * digit + rnd (fst c - next)))).

(** A limb without its share of the multiple of q, and the running sum that goes to the next limb. *)
Definition limb_without b (is_top : bool) (c : R * R) quotient digit (below : option R) : R * R :=
  let next := if is_top then IZR (multiword_column_start (2 ^ b)) else rnd (fst c - quotient * digit) in
  let all := rnd (snd c + rnd (rnd (fst c - next) - quotient * digit)) in
  (match below with None => all | Some sum => rnd (sum * / IZR (2 ^ b) + all) end, next).

(** The value of a column: up 2^b + rest. *)
Definition in_column b (higher : bool) (c : R * R) up rest :=
  fst c = IZR (multiword_column_start (2 ^ b) + up * 2 ^ b) /\
  snd c = IZR (rest - (if higher then limb_rounder else 0)).

Definition two_or_three b := (b = 42 \/ b = 50)%Z.

Lemma column_rounding b up t : two_or_three b -> (Z.abs (up * 2 ^ b + t) < 2 ^ (b + 51))%Z ->
  exists k, rnd (IZR t + IZR (multiword_column_start (2 ^ b) + up * 2 ^ b)) =
      IZR (multiword_column_start (2 ^ b) + (up + k) * 2 ^ b) /\ (2 * Z.abs (t - k * 2 ^ b) <= 2 ^ b)%Z.
Proof.
  unfold multiword_column_start, two_or_three, limb_rounder. intros Hb H. rewrite <- plus_IZR.
  destruct (rounded_to_grid (t + (6755399441055744 * 2 ^ b + up * 2 ^ b)) b) as (n & E & Hn).
  - lia.
  - destruct Hb as [-> | ->]; powers; lia.
  - exists (n - 6755399441055744 - up)%Z. rewrite E. split; [f_equal; ring|].
    destruct Hb as [-> | ->]; powers; lia.
Qed.

Lemma sums_of_column b i j : two_or_three b -> (Z.abs (i - j) <= 2 ^ 53)%Z ->
  rnd (IZR (multiword_column_start (2 ^ b) + i * 2 ^ b) - IZR (multiword_column_start (2 ^ b) + j * 2 ^ b)) =
    IZR ((i - j) * 2 ^ b).
Proof.
  unfold two_or_three. intros Hb H. rewrite <- minus_IZR.
  replace (_ + i * 2 ^ b - _)%Z with ((i - j) * 2 ^ b)%Z by ring. apply on_grid; lia.
Qed.

Lemma column_starts b higher x digit : two_or_three b -> (Z.abs (x * digit) < 2 ^ (b + 51))%Z ->
  exists up rest, in_column b higher (start_column b higher (IZR x) (IZR digit)) up rest /\
    (up * 2 ^ b + rest = x * digit)%Z /\ (2 * Z.abs rest <= 2 ^ b)%Z.
Proof.
  intros Hb H. unfold start_column, in_column. cbn [fst snd]. rewrite <- mult_IZR. set (t := (x * digit)%Z) in *.
  clearbody t. destruct (column_rounding b 0 t Hb) as (k & E & Hk); [rewrite Z.mul_0_l; exact H|].
  rewrite Z.mul_0_l, Z.add_0_r in E. rewrite E, Z.add_0_l.
  exists k, (t - k * 2 ^ b)%Z. split; [split; [reflexivity|]|split; [ring|exact Hk]].
  assert (Hk52 : (Z.abs k <= 2 ^ 52)%Z) by (destruct Hb as [-> | ->]; powers; lia).
  assert (EX : exists h, ((if higher then multiword_column_start (2 ^ b) - limb_rounder
      else multiword_column_start (2 ^ b)) = multiword_column_start (2 ^ b) + h * 2 ^ b)%Z /\
    (h * 2 ^ b = - (if higher then limb_rounder else 0))%Z /\ (Z.abs h <= 2 ^ 12)%Z).
  { clear - Hb. destruct higher; [exists (- (limb_rounder / 2 ^ b))%Z|exists 0%Z];
      destruct Hb as [-> | ->]; unfold limb_rounder; powers; cbn; lia. }
  destruct EX as (h & Eh & Eh2 & Hh).
  replace (if higher then IZR (multiword_column_start (2 ^ b) - limb_rounder) else IZR (multiword_column_start (2 ^ b)))
    with (IZR (multiword_column_start (2 ^ b) + h * 2 ^ b)) by (rewrite <- Eh; destruct higher; reflexivity).
  rewrite sums_of_column by (assumption || lia). rewrite <- plus_IZR.
  replace (t + (h - k) * 2 ^ b)%Z with (t - k * 2 ^ b + h * 2 ^ b)%Z by ring. rewrite Eh2.
  rewrite exact; [f_equal; lia|]. destruct higher; destruct Hb as [-> | ->]; unfold limb_rounder; powers; lia.
Qed.

Lemma column_adds b higher c up rest x digit : two_or_three b -> in_column b higher c up rest ->
  (Z.abs (up * 2 ^ b + x * digit) < 2 ^ (b + 51))%Z -> (Z.abs (x * digit) < 2 ^ (b + 51))%Z ->
  (2 * Z.abs rest + 2 ^ b <= 2 ^ 52)%Z ->
  exists up' rest', in_column b higher (add_to_column c (IZR x) (IZR digit)) up' rest' /\
    (up' * 2 ^ b + rest' = up * 2 ^ b + rest + x * digit)%Z /\ (2 * Z.abs rest' <= 2 * Z.abs rest + 2 ^ b)%Z.
Proof.
  intros Hb [Eu Er] Hsum Hx Hr. unfold add_to_column, in_column. cbn [fst snd]. rewrite Eu, Er, <- mult_IZR.
  set (t := (x * digit)%Z) in *. clearbody t.
  destruct (column_rounding b up t Hb Hsum) as (k & E & Hk). rewrite E.
  assert (Hk52 : (Z.abs k <= 2 ^ 52)%Z) by (destruct Hb as [-> | ->]; powers; lia).
  rewrite sums_of_column by (assumption || lia). rewrite <- plus_IZR.
  replace (t + (up - (up + k)) * 2 ^ b)%Z with (t - k * 2 ^ b)%Z by ring.
  rewrite (exact (t - k * 2 ^ b)) by (destruct Hb as [-> | ->]; powers; lia).
  exists (up + k)%Z, (rest + (t - k * 2 ^ b))%Z. rewrite <- plus_IZR, exact.
  - split; [split; [reflexivity|f_equal; ring]|]. split; [ring|]. lia.
  - unfold limb_rounder. destruct higher; destruct Hb as [-> | ->]; powers; lia.
Qed.

(** A limb below the top is the result of one more product. *)
Lemma lower_limb b c quotient digit :
  let limb := limb_without b false c quotient digit None in let added := add_to_column c (- quotient) digit in
  fst limb = snd added /\ snd limb = fst added /\
  forall sum, fst (limb_without b false c quotient digit (Some sum)) = rnd (sum * / IZR (2 ^ b) + snd added) /\
    snd (limb_without b false c quotient digit (Some sum)) = fst added.
Proof.
  cbv zeta. unfold limb_without, add_to_column. cbn [fst snd].
  replace (- quotient * digit + fst c) with (fst c - quotient * digit) by ring.
  replace (- quotient * digit + rnd (fst c - rnd (fst c - quotient * digit)))
    with (rnd (fst c - rnd (fst c - quotient * digit)) - quotient * digit) by ring.
  repeat split.
Qed.

Lemma limb_takes b up rest : two_or_three b -> (Z.abs (up + rest) <= 2 ^ 53)%Z ->
  rnd (IZR (multiword_column_start (2 ^ b) + up * 2 ^ b) * / IZR (2 ^ b) + IZR (rest - limb_rounder)) = IZR (up + rest).
Proof.
  intros Hb H. assert (HB : 0 < IZR (2 ^ b)) by (apply IZR_lt, power_positive; destruct Hb as [-> | ->]; lia).
  replace (_ + _) with (IZR (up + rest)); [apply exact; exact H|].
  unfold multiword_column_start. rewrite !plus_IZR, minus_IZR, !mult_IZR. field. lra.
Qed.

(** The top takes the whole remainder of its column, which must stay well below the rounding constant. *)
Lemma top_limb b c up rest quotient digit moved : two_or_three b -> in_column b true c up rest ->
  (Z.abs up <= 2 ^ 53)%Z -> (2 * Z.abs rest <= 2 ^ 52)%Z -> (Z.abs moved <= 2 ^ 52)%Z ->
  (Z.abs (up * 2 ^ b + rest - quotient * digit) <= 2 ^ 51)%Z ->
  fst (limb_without b true c (IZR quotient) (IZR digit) (Some (IZR (multiword_column_start (2 ^ b) + moved * 2 ^ b)))) =
    IZR (moved + (up * 2 ^ b + rest - quotient * digit)).
Proof.
  intros Hb [Eu Er] Hu Hr Hm H. unfold limb_without. cbn [fst]. rewrite Eu, Er, <- mult_IZR.
  set (t := (quotient * digit)%Z) in *. clearbody t.
  replace (IZR (multiword_column_start (2 ^ b))) with (IZR (multiword_column_start (2 ^ b) + 0 * 2 ^ b))
    by (f_equal; ring).
  rewrite sums_of_column by (assumption || lia). rewrite Z.sub_0_r, <- minus_IZR, (exact (_ - t)) by lia.
  rewrite <- plus_IZR, exact.
  - replace (rest - limb_rounder + (up * 2 ^ b - t))%Z with (up * 2 ^ b + rest - t - limb_rounder)%Z by ring.
    apply limb_takes; [exact Hb|lia].
  - unfold limb_rounder. lia.
Qed.

(** Turns magnitudes in hypotheses into two inequalities, and multipliers' magnitudes into numbers: [lia] would try both
    signs of each. *)
Ltac two_sides :=
  repeat match goal with
  | H : (?k * Z.abs ?x <= ?b)%Z |- _ => assert (- b <= k * x <= b)%Z by (clear - H; lia); clear H
  | H : (?k * Z.abs ?x < ?b)%Z |- _ => assert (- b < k * x < b)%Z by (clear - H; lia); clear H
  end.
Ltac name_magnitude v a := assert (0 <= Z.abs v)%Z by lia; set (a := Z.abs v) in *; clearbody a.

(** ** The whole product *)

Definition two_limb_row_product q0 q1 t0 t1 w00 w01 w10 w11 : R * R :=
  let b := fma_limbs_bits 2 in let quotient := limbs_quotient (t0 :: t1 :: nil) in
  let v0 := IZR (multiplier t0) in let v1 := IZR (multiplier t1) in
  let c0 := add_to_column (start_column b false v0 (IZR w00)) v1 (IZR w10) in
  let c1 := add_to_column (start_column b true v0 (IZR w01)) v1 (IZR w11) in
  let limb0 := limb_without b false c0 quotient (IZR q0) None in
  (fst limb0, fst (limb_without b true c1 quotient (IZR q1) (Some (snd limb0)))).

(** Balanced limbs, including the top. *)
Definition is_digit b d := (2 * Z.abs d <= 2 ^ b)%Z.

Lemma times_digit b x d : is_digit b d -> (2 * Z.abs (x * d) <= Z.abs x * 2 ^ b)%Z.
Proof. intros H. rewrite Z.abs_mul. pose proof (Z.mul_le_mono_nonneg_l _ _ (Z.abs x) ltac:(lia) H). lia. Qed.

Theorem fma_two_limb_product q q0 q1 t0 t1 w00 w01 w10 w11 :
  (0 < q < 2 ^ fma_limbs_modulus_bits 2)%Z -> (q = q0 + 2 ^ fma_limbs_bits 2 * q1)%Z ->
  Forall (is_digit (fma_limbs_bits 2)) (q0 :: q1 :: w00 :: w01 :: w10 :: w11 :: nil) ->
  stored q t0 -> stored q t1 ->
  (row_number t0 = w00 + 2 ^ fma_limbs_bits 2 * w01)%Z -> (row_number t1 = w10 + 2 ^ fma_limbs_bits 2 * w11)%Z ->
  let size := row_size (t0 :: t1 :: nil) in (size <= 9 * 2 ^ 48 + 1)%Z ->
  exists Q T0 T1, two_limb_row_product q0 q1 t0 t1 w00 w01 w10 w11 = (IZR T0, IZR T1) /\
    let T := (T0 + 2 ^ fma_limbs_bits 2 * T1)%Z in
    T = (row_sum (t0 :: t1 :: nil) - Q * q)%Z /\ (256 * Z.abs T < fma_limbs_growth 2 * q)%Z /\
    (2 * Z.abs T0 <= 3 * 2 ^ fma_limbs_bits 2)%Z.
Proof.
  intros Hq Eq HD H0 H1 E0 E1. cbv zeta. intros HS.
  destruct (limbs_quotient_is q 2 (t0 :: t1 :: nil) ltac:(lia) ltac:(lia) ltac:(reflexivity)) as (Q & EQ & HQ & HT);
    [repeat (apply Forall_cons; [assumption|]); apply Forall_nil|lia|].
  unfold two_limb_row_product. rewrite EQ. clear EQ H0 H1. change (fma_limbs_bits 2) with 50%Z in *.
  change (fma_limbs_modulus_bits 2) with 98%Z in *. change (fma_limbs_growth 2) with 277%Z in *.
  repeat match goal with H : Forall _ (_ :: _) |- _ => inversion_clear H end. cbn [row_sum row_size] in *.
  rewrite E0, E1, Eq in *. set (v0 := multiplier t0) in *. set (v1 := multiplier t1) in *. clearbody v0 v1.
  clear E0 E1 t0 t1.
  pose proof (times_digit 50 v0 w00 ltac:(assumption)). pose proof (times_digit 50 v0 w01 ltac:(assumption)).
  pose proof (times_digit 50 v1 w10 ltac:(assumption)). pose proof (times_digit 50 v1 w11 ltac:(assumption)).
  pose proof (times_digit 50 Q q0 ltac:(assumption)). pose proof (times_digit 50 Q q1 ltac:(assumption)).
  name_magnitude v0 a0. name_magnitude v1 a1. name_magnitude Q aQ. unfold is_digit in *. two_sides.
  assert (Hb : two_or_three 50) by (right; reflexivity).
  replace (v0 * (w00 + 2 ^ 50 * w01) + (v1 * (w10 + 2 ^ 50 * w11) + 0) - Q * (q0 + 2 ^ 50 * q1))%Z
    with (v0 * w00 + v1 * w10 - Q * q0 + 2 ^ 50 * (v0 * w01 + v1 * w11 - Q * q1))%Z in * by ring.
  destruct (column_starts 50 false v0 w00 Hb) as (u0 & r0 & A0 & B0 & C0); [powers; lia|]. two_sides.
  destruct (column_adds 50 false _ u0 r0 v1 w10 Hb A0) as (u1 & r1 & A1 & B1 & C1); try (powers; lia).
  two_sides. clear A0.
  destruct (column_adds 50 false _ u1 r1 (- Q) q0 Hb A1) as (u2 & r2 & [A2 A3] & B2 & C2); try (powers; lia).
  two_sides. clear A1.
  destruct (column_starts 50 true v0 w01 Hb) as (u3 & r3 & A4 & B4 & C4); [powers; lia|]. two_sides.
  destruct (column_adds 50 true _ u3 r3 v1 w11 Hb A4) as (u5 & r5 & A5 & B5 & C5); try (powers; lia).
  two_sides. clear A4.
  set (c0 := add_to_column (start_column 50 false _ _) _ _) in *.
  set (c1 := add_to_column (start_column 50 true _ _) _ _) in *. clearbody c0 c1.
  destruct (lower_limb 50 c0 (IZR Q) (IZR q0)) as (F1 & F2 & _). rewrite opp_IZR in A2, A3. rewrite F1, F2, A2, A3.
  clear F1 F2 A2 A3 c0. rewrite Z.sub_0_r.
  rewrite (top_limb 50 c1 u5 r5 Q q1 u2 Hb A5) by (powers; lia).
  exists Q, r2, (u2 + (u5 * 2 ^ 50 + r5 - Q * q1))%Z. split; [reflexivity|]. powers. lia.
Qed.
