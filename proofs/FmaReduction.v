(** Carries and reductions of 128-bit words in doubles: section 14.2 of docs/bounds/limbs_in_doubles.md. *)
From Coq Require Import Reals Lra List.
From Flocq Require Import Core Relative Mult_error.
From Ringlet Require Import Words Constants Doubles Grids FmaRows FmaRanges FmaTables.
Open Scope R_scope.

#[local] Instance valid : Valid_exp exponents.
Proof. apply FLT_exp_valid. reflexivity. Qed.

(** ** Carries *)

(** The carry of a limb, times the radix, and the parts that stay and that go to the next limb. *)
Definition double_limb_carry b v := let offset := IZR (limb_rounder * 2 ^ b) in rnd (rnd (v + offset) - offset).
Definition carry_limb b limb next : R * R :=
  let carry := double_limb_carry b limb in (rnd (limb - carry), rnd (carry * / IZR (2 ^ b) + next)).

Definition carried_two x0 x1 : R * R := carry_limb (fma_limbs_bits 2) x0 x1.
(** Carries from limb 1 on, as in cells. *)
Definition carried_in_cell (x0 x1 x2 : R) : R * R * R :=
  let b := fma_limbs_bits 3 in let (y1, y2) := carry_limb b x1 x2 in (x0, y1, y2).
Definition carried_three x0 x1 x2 : R * R * R :=
  let b := fma_limbs_bits 3 in let (y0, y1) := carry_limb b x0 x1 in carried_in_cell y0 y1 x2.

Lemma carry_limb_is b v next : two_or_three b -> (Z.abs v <= 2 ^ 53)%Z -> (Z.abs next <= 2 ^ 53 - 2 ^ 11)%Z ->
  exists y z, carry_limb b (IZR v) (IZR next) = (IZR y, IZR z) /\ (y + 2 ^ b * z = v + 2 ^ b * next)%Z /\
    is_digit b y /\ (Z.abs (z - next) <= 2 ^ 11)%Z.
Proof.
  intros Hb Hv Hn. destruct (column_rounding b 0 v Hb) as (k & E & Hk); [destruct Hb as [-> | ->]; powers; lia|].
  unfold carry_limb, double_limb_carry. change (limb_rounder * 2 ^ b)%Z with (multiword_column_start (2 ^ b)).
  replace (IZR (multiword_column_start (2 ^ b))) with (IZR (multiword_column_start (2 ^ b) + 0 * 2 ^ b)) by (f_equal; ring).
  assert (Hk11 : (Z.abs k <= 2 ^ 11)%Z) by (destruct Hb as [-> | ->]; powers; lia).
  rewrite E, sums_of_column by (assumption || lia). replace (0 + k - 0)%Z with k by ring.
  assert (HB : 0 < IZR (2 ^ b)) by (apply IZR_lt, power_positive; destruct Hb as [-> | ->]; lia).
  assert (Es : IZR (k * 2 ^ b) * / IZR (2 ^ b) = IZR k) by (rewrite mult_IZR; field; lra).
  rewrite Es, <- minus_IZR, <- plus_IZR, (exact (v - _)), (exact (k + next))
    by (destruct Hb as [-> | ->]; powers; lia).
  exists (v - k * 2 ^ b)%Z, (k + next)%Z. split; [reflexivity|]. split; [ring|]. split; [exact Hk|lia].
Qed.

Theorem fma_two_limbs_carried x0 x1 : (Z.abs x0 <= 2 ^ 53)%Z -> (Z.abs x1 <= 2 ^ 53 - 2 ^ 11)%Z ->
  exists y0 y1, carried_two (IZR x0) (IZR x1) = (IZR y0, IZR y1) /\
    (y0 + 2 ^ fma_limbs_bits 2 * y1 = x0 + 2 ^ fma_limbs_bits 2 * x1)%Z /\ is_digit (fma_limbs_bits 2) y0.
Proof.
  intros H0 H1. destruct (carry_limb_is (fma_limbs_bits 2) x0 x1 ltac:(right; reflexivity) H0 H1)
    as (y & z & E & Ev & Hd & _). exists y, z. auto.
Qed.

(** Carries of all limbs below the top, and of limb 1 only. *)
Theorem fma_three_limbs_carried x0 x1 x2 :
  (Z.abs x0 <= 2 ^ 53)%Z -> (Z.abs x1 <= 2 ^ 53 - 2 ^ 12)%Z -> (Z.abs x2 <= 2 ^ 53 - 2 ^ 11)%Z ->
  let b := fma_limbs_bits 3 in let value y0 y1 y2 := (y0 + 2 ^ b * (y1 + 2 ^ b * y2))%Z in
  (exists y0 y1 y2, carried_three (IZR x0) (IZR x1) (IZR x2) = (IZR y0, IZR y1, IZR y2) /\
    value y0 y1 y2 = value x0 x1 x2 /\ is_digit b y0 /\ is_digit b y1) /\
  (exists y1 y2, carried_in_cell (IZR x0) (IZR x1) (IZR x2) = (IZR x0, IZR y1, IZR y2) /\
    value x0 y1 y2 = value x0 x1 x2 /\ is_digit b y1).
Proof.
  intros H0 H1 H2. cbv zeta. set (b := fma_limbs_bits 3). assert (Hb : two_or_three b) by (left; reflexivity).
  unfold carried_three, carried_in_cell. fold b. split.
  - destruct (carry_limb_is b x0 x1 Hb H0 ltac:(lia)) as (y0 & y & E & Ev & Hd & Hy). rewrite E. clear E.
    destruct (carry_limb_is b y x2 Hb ltac:(lia) H2) as (y1 & y2 & E & Ev' & Hd' & _). rewrite E.
    exists y0, y1, y2. split; [reflexivity|]. split; [|auto]. rewrite Ev'.
    replace (y0 + 2 ^ b * (y + 2 ^ b * x2))%Z with (y0 + 2 ^ b * y + 2 ^ b * (2 ^ b * x2))%Z by ring.
    rewrite Ev. ring.
  - destruct (carry_limb_is b x1 x2 Hb ltac:(lia) H2) as (y1 & y2 & E & Ev & Hd & _). rewrite E.
    exists y1, y2. rewrite Ev. auto.
Qed.

(** ** The factor of the top limb *)

(** The leading 63 bits of 1/q as a double, times a power of two. *)
Definition top_quotient limbs bits q :=
  rnd (rnd (IZR (product_quotient 128 bits q / 2 ^ 64)) *
    bpow radix2 (fma_limbs_exponent (fma_limbs_bits limbs) limbs bits - 1023)).

Definition has_bits limbs bits q :=
  (fma_limbs_min_bits limbs <= bits <= fma_limbs_modulus_bits limbs)%Z /\ (2 ^ (bits - 1) < q < 2 ^ bits)%Z.

Definition weight limbs := (2 ^ (fma_limbs_bits limbs * (limbs - 1)))%Z.

Theorem fma_top_quotient_is_close limbs bits q : two_or_three_limbs limbs -> has_bits limbs bits q ->
  (product_quotient 128 bits q / 2 ^ 64 < 2 ^ 63)%Z /\
  (0 < fma_limbs_exponent (fma_limbs_bits limbs) limbs bits < 2047)%Z /\
  Rabs (top_quotient limbs bits q - IZR (weight limbs) / IZR q) <= / IZR (2 ^ 52) * (IZR (weight limbs) / IZR q).
Proof.
  intros HL [Hb Hq]. assert (Hb2 : (61 <= bits <= 124)%Z) by (destruct HL as [-> | ->]; cbn in Hb; lia).
  assert (EQ : (product_quotient 128 bits q / 2 ^ 64 = 2 ^ (bits + 62) / q)%Z).
  { unfold product_quotient. replace (bits + 128 - 2)%Z with (bits + 62 + 64)%Z by ring.
    rewrite Z.pow_add_r, Z.div_div by (pose proof (power_positive (bits - 1)); lia).
    apply Z.div_mul_cancel_r; [pose proof (power_positive (bits - 1)); lia|lia]. }
  unfold top_quotient. rewrite EQ. clear EQ.
  assert (E1 : (2 ^ (bits + 62) = 2 ^ bits * 2 ^ 62)%Z) by (apply Z.pow_add_r; lia).
  assert (E2 : (2 ^ bits = 2 * 2 ^ (bits - 1))%Z) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
  pose proof (power_positive (bits - 1) ltac:(lia)) as Hp.
  pose proof (floor (2 ^ (bits + 62)) q ltac:(lia)) as Fl. set (l := (2 ^ (bits + 62) / q)%Z) in *. clearbody l.
  assert (Hl : (2 ^ 62 <= l < 2 ^ 63)%Z).
  { set (P := (2 ^ (bits - 1))%Z) in *. clearbody P. rewrite E1, E2 in Fl. split.
    - apply Z.lt_succ_r, (cancel q); lia.
    - apply (cancel q); lia. }
  assert (HqR : 0 < IZR q) by (apply IZR_lt; lia).
  set (y := IZR (2 ^ (bits + 62)) / IZR q).
  assert (Hy : IZR l <= y <= IZR l + 1).
  { destruct Fl as [F0 F1]. apply IZR_le in F0. apply Z.lt_le_incl, IZR_le in F1. rewrite plus_IZR in F1.
    rewrite !mult_IZR in *. unfold y. split.
    - apply Rmult_le_reg_r with (IZR q); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
    - apply Rmult_le_reg_r with (IZR q); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra. }
  assert (HlR : IZR (2 ^ 62) <= IZR l < IZR (2 ^ 63)) by (split; [apply IZR_le|apply IZR_lt]; lia).
  assert (Hh : Rabs (rnd (IZR l) - IZR l) <= / IZR (2 ^ 53) * IZR l).
  { unfold rnd, exponents. eapply Rle_trans; [apply relative_error_N_FLT; [reflexivity|]|].
    - rewrite Rabs_pos_eq by (powers; lra). apply Rle_trans with (bpow radix2 0); [apply bpow_le; lia|].
      change (bpow radix2 0) with 1. powers. lra.
    - rewrite (Rabs_pos_eq (IZR l)) by (powers; lra). change (bpow radix2 (- (53) + 1)) with (/ IZR (2 ^ 52)).
      apply Rmult_le_compat_r; [powers; lra|]. powers. lra. }
  assert (Hf : generic_format radix2 exponents (rnd (IZR l)))
    by (apply generic_format_round; [apply valid|apply valid_rnd_N]).
  set (h := rnd (IZR l)) in *. clearbody h. apply Rabs_le_inv in Hh.
  set (e := (fma_limbs_exponent (fma_limbs_bits limbs) limbs bits - 1023)%Z).
  assert (Ee : e = (fma_limbs_bits limbs * (limbs - 1) - 62 - bits)%Z) by (unfold e, fma_limbs_exponent; ring).
  assert (HB : (50 <= fma_limbs_bits limbs * (limbs - 1) <= 84)%Z) by (destruct HL as [-> | ->]; cbn; lia).
  split; [lia|]. split; [unfold e in Ee; lia|].
  assert (Ex : rnd (h * bpow radix2 e) = h * bpow radix2 e).
  { apply round_generic; [apply valid_rnd_N|]. apply mult_bpow_exact_FLT; [exact Hf|].
    assert (62 <= mag radix2 h)%Z; [|lia]. apply mag_ge_bpow. change (bpow radix2 (62 - 1)) with (IZR (2 ^ 61)).
    rewrite Rabs_pos_eq; powers; lra. }
  rewrite Ex.
  assert (Ew : IZR (weight limbs) / IZR q = y * bpow radix2 e).
  { unfold y, weight. rewrite !power_is by lia.
    replace (fma_limbs_bits limbs * (limbs - 1))%Z with (bits + 62 + e)%Z by lia. rewrite bpow_plus. field. lra. }
  rewrite Ew. replace (h * bpow radix2 e - y * bpow radix2 e) with ((h - y) * bpow radix2 e) by ring.
  pose proof (bpow_gt_0 radix2 e) as He. rewrite Rabs_mult, (Rabs_pos_eq (bpow radix2 e)), <- Rmult_assoc by lra.
  apply Rmult_le_compat_r; [lra|]. apply Rabs_le. powers. lra.
Qed.

(** ** The reduction by the top limb *)

Definition top_multiple limbs bits q top :=
  rnd (rnd (top * top_quotient limbs bits q + IZR limb_rounder) - IZR limb_rounder).

Lemma top_multiple_is limbs bits q rest top : two_or_three_limbs limbs -> has_bits limbs bits q ->
  let x := (rest + weight limbs * top)%Z in
  (256 * Z.abs x <= fma_limbs_capacity limbs * q)%Z -> (256 * Z.abs rest <= 15 * q)%Z ->
  exists k, top_multiple limbs bits q (IZR top) = IZR k /\ (256 * Z.abs k <= fma_limbs_capacity limbs)%Z /\
    (256 * Z.abs (x - k * q) < fma_limbs_reduced * q)%Z.
Proof.
  intros HL Hq. cbv zeta. intros Hx Hr.
  destruct (fma_top_quotient_is_close limbs bits q HL Hq) as (_ & _ & Hclose).
  assert (Hq0 : (1 <= q)%Z) by (destruct Hq as [H0 H1]; pose proof (power_positive (bits - 1));
    destruct HL as [-> | ->]; cbn in H0; lia).
  assert (HqR : 1 <= IZR q) by (apply IZR_le; exact Hq0).
  unfold top_multiple. set (i := top_quotient limbs bits q) in *. clearbody i.
  set (C := (fma_limbs_capacity limbs / 256)%Z).
  assert (HC : (fma_limbs_capacity limbs = 256 * C /\ 1 <= C <= 128)%Z) by (destruct HL as [-> | ->]; split; cbn; lia).
  destruct HC as [EC HC]. rewrite EC in *. clearbody C. clear EC.
  set (w := IZR (weight limbs) / IZR q) in *. set (x := (rest + weight limbs * top)%Z) in *.
  assert (Hw : 0 <= w).
  { unfold w, weight. apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat; lra]. apply IZR_le, Z.pow_nonneg. lia. }
  (* shares of x / q *)
  set (z := IZR x / IZR q). set (t := IZR top * w). set (d := IZR rest / IZR q).
  assert (Ez : z = t + d) by (unfold z, t, d, w, x; rewrite plus_IZR, mult_IZR; field; lra).
  assert (share : forall n m, (256 * Z.abs n <= m * q)%Z -> 256 * Rabs (IZR n / IZR q) <= IZR m).
  { intros n m H. apply IZR_le in H. rewrite !mult_IZR, abs_IZR in H. unfold Rdiv.
    rewrite Rabs_mult, (Rabs_pos_eq (/ _)) by (left; apply Rinv_0_lt_compat; lra).
    apply Rmult_le_reg_r with (IZR q); [lra|]. rewrite <- Rmult_assoc, Rmult_assoc, Rinv_l by lra. lra. }
  pose proof (share x (256 * C)%Z Hx) as Hz. pose proof (share rest 15%Z Hr) as Hd. clear share.
  fold z in Hz. fold d in Hd.
  rewrite mult_IZR in Hz. destruct HC as [_ HC]. apply IZR_le in HC.
  assert (Ht : Rabs t <= 129).
  { replace t with (z - d) by (rewrite Ez; ring). apply Rle_trans with (Rabs z + Rabs d); [|lra].
    unfold Rminus. rewrite <- (Rabs_Ropp d). apply Rabs_triang. }
  assert (Hti : Rabs (IZR top * i - t) <= / IZR (2 ^ 44)).
  { unfold t. replace (IZR top * i - IZR top * w) with (IZR top * (i - w)) by ring. rewrite Rabs_mult.
    apply Rle_trans with (Rabs (IZR top) * (/ IZR (2 ^ 52) * w));
      [apply Rmult_le_compat_l; [apply Rabs_pos|exact Hclose]|].
    replace (Rabs (IZR top) * (/ IZR (2 ^ 52) * w)) with (/ IZR (2 ^ 52) * (Rabs (IZR top) * w)) by ring.
    rewrite <- (Rabs_pos_eq w) by exact Hw. rewrite <- Rabs_mult. fold t. powers. lra. }
  assert (Hsmall : Rabs (IZR top * i) < IZR (2 ^ 51)).
  { replace (IZR top * i) with ((IZR top * i - t) + t) by ring.
    eapply Rle_lt_trans; [apply Rabs_triang|]. powers. lra. }
  destruct (product_rounds_to_integer (IZR top) i Hsmall) as (k & E & Hk).
  unfold rounded_product in E. change rounder with limb_rounder in E. exists k. split; [exact E|]. clear E.
  assert (Hzk : Rabs (z - IZR k) < 144 / 256).
  { replace (z - IZR k) with ((IZR top * i - IZR k) - (IZR top * i - t) + d) by (rewrite Ez; ring).
    rewrite Rabs_minus_sym in Hk. apply Rabs_le_inv in Hk, Hti.
    assert (Hd' : Rabs d <= 15 / 256) by lra. apply Rabs_le_inv in Hd'. apply Rabs_def1; powers; lra. }
  split.
  - assert (HkR : 256 * Rabs (IZR k) < 256 * (IZR C + 1)).
    { replace (IZR k) with (z - (z - IZR k)) by ring. unfold Rminus at 1.
      pose proof (Rabs_triang z (- (z - IZR k))) as T.
      rewrite Rabs_Ropp in T. lra. }
    rewrite <- abs_IZR, <- plus_IZR, <- !mult_IZR in HkR. apply lt_IZR in HkR. lia.
  - apply lt_IZR. rewrite !mult_IZR, abs_IZR, minus_IZR, mult_IZR.
    replace (IZR x - IZR k * IZR q) with ((z - IZR k) * IZR q) by (unfold z; field; lra).
    rewrite Rabs_mult, (Rabs_pos_eq (IZR q)) by lra. change (IZR fma_limbs_reduced) with 144.
    rewrite <- Rmult_assoc. apply Rmult_lt_compat_r; lra.
Qed.

(** [remainder], whose limbs are not carried, and [reduce]. *)
Definition remainder_of_two bits q q0 q1 x0 x1 : R * R :=
  let k := top_multiple 2 bits q x1 in (rnd (x0 - k * IZR q0), rnd (x1 - k * IZR q1)).
Definition remainder_of_three bits q q0 q1 q2 x0 x1 x2 : R * R * R :=
  let k := top_multiple 3 bits q x2 in (rnd (x0 - k * IZR q0), rnd (x1 - k * IZR q1), rnd (x2 - k * IZR q2)).
Definition reduce_two bits q q0 q1 x0 x1 := let (r0, r1) := remainder_of_two bits q q0 q1 x0 x1 in carried_two r0 r1.
Definition reduce_three bits q q0 q1 q2 x0 x1 x2 :=
  let '(r0, r1, r2) := remainder_of_three bits q q0 q1 q2 x0 x1 x2 in carried_three r0 r1 r2.

Lemma exact_step x k d : (Z.abs (x - k * d) <= 2 ^ 53)%Z -> rnd (IZR x - IZR k * IZR d) = IZR (x - k * d).
Proof. intros H. rewrite <- mult_IZR, <- minus_IZR. apply exact, H. Qed.

Lemma less_digits b x k d n : (0 < b)%Z -> (Z.abs k <= n)%Z -> is_digit b d ->
  (Z.abs (x - k * d) <= Z.abs x + n * 2 ^ (b - 1))%Z.
Proof.
  unfold is_digit. intros Hb Hk Hd. replace (2 ^ b)%Z with (2 * 2 ^ (b - 1))%Z in Hd
    by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
  assert (Z.abs (k * d) <= n * 2 ^ (b - 1))%Z by (rewrite Z.abs_mul; apply Z.mul_le_mono_nonneg; lia). lia.
Qed.

Theorem fma_two_limbs_reduced bits q q0 q1 x0 x1 : has_bits 2 bits q ->
  limbs_of 2 q = (q0 :: q1 :: nil)%list -> (Z.abs x0 <= 2 ^ 51)%Z ->
  let x := (x0 + 2 ^ fma_limbs_bits 2 * x1)%Z in (256 * Z.abs x <= fma_limbs_capacity 2 * q)%Z ->
  exists k r0 r1, reduce_two bits q q0 q1 (IZR x0) (IZR x1) = (IZR r0, IZR r1) /\
    let r := (r0 + 2 ^ fma_limbs_bits 2 * r1)%Z in
    r = (x - k * q)%Z /\ (256 * Z.abs r < fma_limbs_reduced * q)%Z /\ is_digit (fma_limbs_bits 2) r0.
Proof.
  intros Hq Eq H0. cbv zeta. intros Hx.
  assert (Hq98 : (2 ^ 60 < q < 2 ^ 98)%Z).
  { destruct Hq as [Hb Hq]. cbn in Hb.
    pose proof (Z.pow_le_mono_r 2 60 (bits - 1)). pose proof (Z.pow_le_mono_r 2 bits 98). lia. }
  destruct (fma_limbs_balanced 2 q ltac:(left; reflexivity) ltac:(cbn; lia)) as (Ev & Hd & _). rewrite Eq in Ev, Hd.
  cbn [limbs_value] in Ev. repeat match goal with H : Forall _ (_ :: _) |- _ => inversion_clear H end.
  destruct (top_multiple_is 2 bits q x0 x1 ltac:(left; reflexivity) Hq Hx ltac:(powers; lia)) as (k & E & Hk & Hr).
  change (weight 2) with (2 ^ 50)%Z in *. change (fma_limbs_bits 2) with 50%Z in *.
  change (fma_limbs_capacity 2) with 2048%Z in *.
  unfold reduce_two, remainder_of_two. rewrite E. clear E.
  assert (Hx1 : (Z.abs x1 <= 2 ^ 51 + 4)%Z) by (clear - Hx H0 Hq98; powers; lia).
  assert (Hk8 : (Z.abs k <= 8)%Z) by (clear - Hk; lia).
  pose proof (less_digits 50 x0 k q0 8 ltac:(reflexivity) Hk8 ltac:(assumption)) as P0.
  pose proof (less_digits 50 x1 k q1 8 ltac:(reflexivity) Hk8 ltac:(assumption)) as P1.
  assert (S0 : (Z.abs (x0 - k * q0) <= 2 ^ 53)%Z) by (clear - P0 H0; powers; lia).
  assert (S1 : (Z.abs (x1 - k * q1) <= 2 ^ 53 - 2 ^ 11)%Z) by (clear - P1 Hx1; powers; lia).
  rewrite (exact_step x0) by exact S0. rewrite (exact_step x1) by (clear - S1; lia).
  destruct (fma_two_limbs_carried (x0 - k * q0) (x1 - k * q1)) as (r0 & r1 & E & Er & Hd); [exact S0|exact S1|].
  change (fma_limbs_bits 2) with 50%Z in *.
  exists k, r0, r1. split; [exact E|]. rewrite Er.
  replace (x0 - k * q0 + 2 ^ 50 * (x1 - k * q1))%Z with (x0 + 2 ^ 50 * x1 - k * q)%Z by (rewrite <- Ev; ring).
  split; [reflexivity|]. split; [exact Hr|exact Hd].
Qed.

(** For three limbs also the remainder, which the finish takes as it is. *)
Theorem fma_three_limbs_reduced bits q q0 q1 q2 x0 x1 x2 : has_bits 3 bits q ->
  limbs_of 3 q = (q0 :: q1 :: q2 :: nil)%list -> (Z.abs x0 <= 5 * 2 ^ 49 + 1)%Z -> (Z.abs x1 <= 5 * 2 ^ 49 + 1)%Z ->
  let b := fma_limbs_bits 3 in let value y0 y1 y2 := (y0 + 2 ^ b * (y1 + 2 ^ b * y2))%Z in
  let x := value x0 x1 x2 in (256 * Z.abs x <= fma_limbs_capacity 3 * q)%Z ->
  exists k s0 s1 s2, remainder_of_three bits q q0 q1 q2 (IZR x0) (IZR x1) (IZR x2) = (IZR s0, IZR s1, IZR s2) /\
    value s0 s1 s2 = (x - k * q)%Z /\ (256 * Z.abs (x - k * q) < fma_limbs_reduced * q)%Z /\
    (Z.abs s0 <= Z.abs x0 + 128 * 2 ^ 41)%Z /\ (Z.abs s1 <= Z.abs x1 + 128 * 2 ^ 41)%Z /\ (Z.abs s2 <= 2 ^ 50)%Z /\
  exists r0 r1 r2, reduce_three bits q q0 q1 q2 (IZR x0) (IZR x1) (IZR x2) = (IZR r0, IZR r1, IZR r2) /\
    value r0 r1 r2 = (x - k * q)%Z /\ is_digit b r0 /\ is_digit b r1.
Proof.
  intros Hq Eq H0 H1. cbv beta zeta. intros Hx.
  assert (Hq124 : (2 ^ 98 < q < 2 ^ 124)%Z).
  { destruct Hq as [Hb Hq]. cbn in Hb.
    pose proof (Z.pow_le_mono_r 2 98 (bits - 1)). pose proof (Z.pow_le_mono_r 2 bits 124). lia. }
  destruct (fma_limbs_balanced 3 q ltac:(right; reflexivity) ltac:(cbn; lia)) as (Ev & Hd & _). rewrite Eq in Ev, Hd.
  cbn [limbs_value] in Ev. repeat match goal with H : Forall _ (_ :: _) |- _ => inversion_clear H end.
  change (fma_limbs_bits 3) with 42%Z in *. change (fma_limbs_capacity 3) with 32768%Z in *.
  assert (Ex : (x0 + 2 ^ 42 * (x1 + 2 ^ 42 * x2) = x0 + 2 ^ 42 * x1 + weight 3 * x2)%Z)
    by (change (weight 3) with (2 ^ 42 * 2 ^ 42)%Z; ring).
  destruct (top_multiple_is 3 bits q (x0 + 2 ^ 42 * x1) x2 ltac:(right; reflexivity) Hq) as (k & E & Hk & Hr).
  { rewrite <- Ex. exact Hx. } { clear - H0 H1 Hq124. powers. lia. }
  rewrite <- Ex in Hr. clear Ex. change (fma_limbs_capacity 3) with 32768%Z in *.
  unfold reduce_three, remainder_of_three. rewrite E. clear E.
  assert (Hx2 : (Z.abs x2 <= 2 ^ 48)%Z) by (clear - Hx H0 H1 Hq124; powers; lia).
  assert (Hk128 : (Z.abs k <= 128)%Z) by (clear - Hk; lia).
  pose proof (less_digits 42 x0 k q0 128 ltac:(reflexivity) Hk128 ltac:(assumption)) as P0.
  pose proof (less_digits 42 x1 k q1 128 ltac:(reflexivity) Hk128 ltac:(assumption)) as P1.
  pose proof (less_digits 42 x2 k q2 128 ltac:(reflexivity) Hk128 ltac:(assumption)) as P2.
  change (42 - 1)%Z with 41%Z in *.
  assert (S0 : (Z.abs (x0 - k * q0) <= 2 ^ 53 - 2 ^ 12)%Z) by (clear - P0 H0; powers; lia).
  assert (S1 : (Z.abs (x1 - k * q1) <= 2 ^ 53 - 2 ^ 12)%Z) by (clear - P1 H1; powers; lia).
  assert (S2 : (Z.abs (x2 - k * q2) <= 2 ^ 50)%Z) by (clear - P2 Hx2; powers; lia).
  rewrite (exact_step x0) by (clear - S0; lia). rewrite (exact_step x1) by (clear - S1; lia).
  rewrite (exact_step x2) by (clear - S2; lia).
  assert (Es : (x0 - k * q0 + 2 ^ 42 * (x1 - k * q1 + 2 ^ 42 * (x2 - k * q2)) =
    x0 + 2 ^ 42 * (x1 + 2 ^ 42 * x2) - k * q)%Z) by (rewrite <- Ev; ring).
  exists k, (x0 - k * q0)%Z, (x1 - k * q1)%Z, (x2 - k * q2)%Z. split; [reflexivity|]. split; [exact Es|].
  split; [exact Hr|]. split; [exact P0|]. split; [exact P1|]. split; [exact S2|].
  destruct (fma_three_limbs_carried (x0 - k * q0) (x1 - k * q1) (x2 - k * q2)) as [(r0 & r1 & r2 & E & Er & D0 & D1) _];
    [clear - S0; lia|exact S1|clear - S2; lia|].
  change (fma_limbs_bits 3) with 42%Z in *.
  exists r0, r1, r2. split; [exact E|]. split; [rewrite Er; exact Es|]. split; [exact D0|exact D1].
Qed.
