(** Moduli of several words in doubles: section 19 of docs/bounds.md. A number is the list of its limbs, integers of
    either sign, from the lowest to the top. *)
From Coq Require Import Reals Lra List.
From Flocq Require Import Core.
From Ringlet Require Import Words Constants Doubles.
Open Scope Z_scope.

#[local] Instance valid : Valid_exp exponents.
Proof. apply FLT_exp_valid. reflexivity. Qed.

Definition radix := 2 ^ fma_wide_limb_bits.

Fixpoint number (x : list Z) := match x with nil => 0 | limb :: above => limb + radix * number above end.

(** What limbs add up to in magnitude. *)
Fixpoint magnitude (x : list Z) := match x with nil => 0 | limb :: above => Z.abs limb + magnitude above end.

(** All limbs but the top. *)
Fixpoint carried (x : list Z) :=
  match x with
  | nil => True
  | limb :: above => match above with nil => True | _ => 2 * Z.abs limb <= radix /\ carried above end
  end.

Definition count (x : list Z) := Z.of_nat (length x).

Lemma carried_top limb x : carried (limb :: x) ->
  Z.abs (last (limb :: x) 0) * radix ^ (count (limb :: x) - 1) <=
    Z.abs (number (limb :: x)) + radix ^ (count (limb :: x) - 1) - 1 /\
  2 * magnitude (limb :: x) <= (count (limb :: x) - 1) * radix + 2 * Z.abs (last (limb :: x) 0).
Proof.
  revert limb. induction x as [|next x IH]; intros limb H.
  - unfold count. cbn [last number magnitude length]. change (Z.of_nat 1 - 1) with 0. rewrite Z.pow_0_r. lia.
  - destruct H as [Hl H]. change (carried (next :: x)) in H. destruct (IH next H) as [H1 H2]. clear IH H.
    change (last (limb :: next :: x) 0) with (last (next :: x) 0).
    change (number (limb :: next :: x)) with (limb + radix * number (next :: x)).
    change (magnitude (limb :: next :: x)) with (Z.abs limb + magnitude (next :: x)).
    assert (E : count (limb :: next :: x) - 1 = Z.succ (count (next :: x) - 1)) by (unfold count; cbn [length]; lia).
    assert (Hc : 0 <= count (next :: x) - 1) by (unfold count; cbn [length]; lia).
    rewrite E, Z.pow_succ_r by assumption.
    set (P := radix ^ (count (next :: x) - 1)) in *. set (top := last (next :: x) 0) in *.
    set (N := number (next :: x)) in *. clearbody P top N.
    change radix with 8796093022208 in *. lia.
Qed.

(** What a multiplicand's limbs add up to, and its top. *)
Theorem fma_wide_limbs q limb x : let v := limb :: x in carried v -> count v <= 12 ->
  256 * Z.abs (number v) < fma_wide_capacity * q -> fma_wide_capacity * q <=
    256 * 2 ^ fma_wide_capacity_bits (count v) ->
  Z.abs (last v 0) <= 2 ^ 46 /\ magnitude v < 2 ^ 47.
Proof.
  cbv zeta. intros H Hc Hx Hq. destruct (carried_top _ _ H) as [H1 H2].
  assert (Hc1 : 1 <= count (limb :: x)) by (unfold count; cbn [length]; lia).
  unfold fma_wide_capacity_bits in Hq. rewrite Z.pow_add_r, Z.pow_mul_r in Hq by (unfold fma_wide_limb_bits; lia).
  fold radix in Hq.
  assert (HP : 0 < radix ^ (count (limb :: x) - 1)) by (apply Z.pow_pos_nonneg; [reflexivity|lia]).
  set (P := radix ^ (count (limb :: x) - 1)) in *. set (top := last (limb :: x) 0) in *. clearbody P top.
  assert (Z.abs top < 2 ^ 46 + 1) by (apply (cancel P); lia).
  change radix with 8796093022208 in *. split; lia.
Qed.

(** ** Section 19.3: 1/q from the leading 64 bits, a double that is off by 2^-52 of itself *)
Theorem fma_wide_inverse_is_close b q : 64 <= b -> 2 ^ (b - 1) <= q < 2 ^ b ->
  let inverse := fma_wide_inverse (q / 2 ^ (b - 64)) in
  0 < inverse <= 2 ^ 53 /\ 2 ^ (b + 52) - 2 ^ b < inverse * q <= 2 ^ (b + 52) + 2 ^ (b - 11).
Proof.
  intros Hb Hq. cbv zeta. unfold fma_wide_inverse.
  replace (2 ^ (b - 1)) with (2 ^ 63 * 2 ^ (b - 64)) in Hq by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  replace (2 ^ (b + 52)) with (2 ^ 116 * 2 ^ (b - 64)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  replace (2 ^ (b - 11)) with (2 ^ 53 * 2 ^ (b - 64)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  replace (2 ^ b) with (2 ^ 64 * 2 ^ (b - 64)) in * by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  pose proof (power_positive (b - 64) ltac:(lia)) as HP. set (P := 2 ^ (b - 64)) in *. clearbody P.
  pose proof (floor q P HP) as Fl. set (l := q / P) in *. clearbody l.
  assert (Hl : 2 ^ 63 <= l < 2 ^ 64) by (split; [apply Z.lt_succ_r|]; apply (cancel P); lia).
  change 83076749736557242056487941267521536 with (2 ^ 116).
  pose proof (floor (2 ^ 116) l ltac:(lia)) as Ff. set (f := 2 ^ 116 / l) in *. clearbody f.
  assert (Hf : 0 < f <= 2 ^ 53).
  { split; [apply (cancel l); lia|]. apply Z.lt_succ_r, (cancel l); lia. }
  split; [exact Hf|].
  assert (A1 : f * (l * P) <= f * q <= f * (l * P + P)) by (split; apply Z.mul_le_mono_nonneg_l; lia).
  assert (A2 : f * P <= 2 ^ 53 * P) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (A3 : (l * f) * P <= 2 ^ 116 * P) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (A4 : 2 ^ 116 * P < (l * f + l) * P) by (apply Z.mul_lt_mono_pos_r; lia).
  assert (A5 : l * P < 2 ^ 64 * P) by (apply Z.mul_lt_mono_pos_r; lia).
  lia.
Qed.

(** ** Sections 19.1 and 19.3: carries *)

Open Scope R_scope.

(** Next to 2^95 doubles are the multiples of 2^43. *)
Definition double_carry v := let offset := IZR (limb_rounder * radix) in rnd (rnd (v + offset) - offset).

Lemma rounded_to_multiple z : IZR (2 ^ 95) <= z < IZR (2 ^ 96) ->
  rnd z = IZR (ZnearestE (z / IZR radix) * radix).
Proof.
  intros [H0 H1]. unfold rnd, round, scaled_mantissa, cexp, F2R. cbn [Fnum Fexp].
  assert (E : (mag radix2 z : Z) = 96%Z).
  { apply mag_unique. rewrite Rabs_pos_eq by (powers; lra).
    change (bpow radix2 (96 - 1)) with (IZR (2 ^ 95)). change (bpow radix2 96) with (IZR (2 ^ 96)). lra. }
  rewrite E. change (exponents 96) with 43%Z. rewrite mult_IZR.
  change (bpow radix2 43) with (IZR radix). f_equal.
Qed.

Lemma exact_multiple k : (Z.abs k < 2 ^ 53)%Z -> rnd (IZR (k * radix)) = IZR (k * radix).
Proof.
  intros Hk. apply round_generic; [apply valid_rnd_N|]. apply generic_format_FLT.
  apply (FLT_spec _ _ _ _ (Float radix2 k 43)); cbn [Fnum Fexp]; [|exact Hk|lia].
  unfold F2R; cbn [Fnum Fexp]. rewrite mult_IZR. reflexivity.
Qed.

Lemma carry_is v : Rabs v < IZR (2 ^ 94) ->
  exists c, double_carry v = IZR (c * radix) /\ Rabs (v / IZR radix - IZR c) <= 1 / 2.
Proof.
  intros H. unfold double_carry, limb_rounder. set (offset := (6755399441055744 * radix)%Z). cbv zeta.
  assert (Ho : offset = 59421121885698253195157962752%Z) by reflexivity.
  assert (Hs : IZR (2 ^ 95) <= v + IZR offset < IZR (2 ^ 96)).
  { rewrite Ho. apply Rabs_def2 in H. powers. lra. }
  rewrite (rounded_to_multiple _ Hs).
  pose proof (Znearest_half (fun n => negb (Z.even n)) ((v + IZR offset) / IZR radix)) as Hn. fold ZnearestE in Hn.
  set (n := ZnearestE _) in *. clearbody n. exists (n - 6755399441055744)%Z.
  assert (Hr : 0 < IZR radix) by (apply IZR_lt; reflexivity).
  assert (Hd : Rabs (v / IZR radix - IZR (n - 6755399441055744)) <= 1 / 2).
  { replace (v / IZR radix - IZR (n - 6755399441055744)) with ((v + IZR offset) / IZR radix - IZR n); [lra|].
    unfold offset. rewrite minus_IZR, mult_IZR. field. lra. }
  split; [|exact Hd].
  replace (IZR (n * radix) - IZR offset) with (IZR ((n - 6755399441055744) * radix)).
  2: { rewrite <- minus_IZR. f_equal. unfold offset. ring. }
  apply exact_multiple. apply lt_IZR. rewrite abs_IZR.
  assert (Hv : Rabs (v / IZR radix) <= IZR (2 ^ 51)).
  { unfold Rdiv. rewrite Rabs_mult, (Rabs_pos_eq (/ _)) by (left; apply Rinv_0_lt_compat; lra).
    apply Rmult_le_reg_r with (IZR radix); [lra|]. rewrite Rmult_assoc, Rinv_l by lra.
    change (IZR radix) with (IZR 8796093022208). powers. lra. }
  apply Rabs_le_inv in Hv. apply Rabs_le_inv in Hd. apply Rabs_def1; powers; lra.
Qed.

(** v as carried limb and what the next one becomes: all of it is exact. *)
Theorem fma_wide_carry v next : (Z.abs v <= 2 ^ 53)%Z -> (Z.abs next <= 2 ^ 53 - 2 ^ 11)%Z ->
  exists c, double_carry (IZR v) = IZR (c * radix) /\ rnd (IZR v - double_carry (IZR v)) = IZR (v - c * radix) /\
    rnd (double_carry (IZR v) * / IZR radix + IZR next) = IZR (next + c) /\ (2 * Z.abs (v - c * radix) <= radix)%Z.
Proof.
  intros Hv Hn.
  assert (H94 : Rabs (IZR v) < IZR (2 ^ 94)) by (rewrite <- abs_IZR; apply IZR_lt; lia).
  destruct (carry_is _ H94) as (c & E & Hc). exists c.
  assert (Hr : 0 < IZR radix) by (apply IZR_lt; reflexivity).
  assert (HZ : (2 * Z.abs (v - c * radix) <= radix)%Z).
  { apply le_IZR. rewrite mult_IZR, abs_IZR, minus_IZR, mult_IZR.
    replace (IZR v - IZR c * IZR radix) with ((IZR v / IZR radix - IZR c) * IZR radix) by (field; lra).
    rewrite Rabs_mult, (Rabs_pos_eq (IZR radix)) by lra.
    apply Rmult_le_compat_r with (r := IZR radix) in Hc; lra. }
  split; [exact E|]. rewrite E. split; [|split; [|exact HZ]].
  - rewrite <- minus_IZR. apply exact. change radix with 8796093022208%Z in *. lia.
  - rewrite mult_IZR, Rmult_assoc, Rinv_r, Rmult_1_r by lra. rewrite Rplus_comm, <- plus_IZR. apply exact.
    change radix with 8796093022208%Z in *. lia.
Qed.

(** Rounded down, as the finish carries. *)
Theorem fma_wide_carry_down v : (Z.abs v <= 2 ^ 52 - 2 ^ 42)%Z ->
  double_carry (rnd (IZR v - (IZR radix - 1) / 2)) = IZR (v / radix * radix).
Proof.
  intros Hv.
  assert (Hr : 0 < IZR radix) by (apply IZR_lt; reflexivity).
  assert (E : rnd (IZR v - (IZR radix - 1) / 2) = IZR (2 * v - radix + 1) * / 2).
  { replace (IZR v - (IZR radix - 1) / 2) with (IZR (2 * v - radix + 1) * / 2).
    2: { rewrite plus_IZR, minus_IZR, mult_IZR. field. }
    apply round_generic; [apply valid_rnd_N|]. apply generic_format_FLT.
    apply (FLT_spec _ _ _ _ (Float radix2 (2 * v - radix + 1) (-1))); cbn [Fnum Fexp]; [reflexivity| |lia].
    change radix with 8796093022208%Z. change (radix2 ^ 53)%Z with (2 ^ 53)%Z. lia. }
  rewrite E.
  assert (H94 : Rabs (IZR (2 * v - radix + 1) * / 2) < IZR (2 ^ 94)).
  { rewrite Rabs_mult, <- abs_IZR, (Rabs_pos_eq (/ 2)) by lra.
    assert (HZ : (Z.abs (2 * v - radix + 1) <= 2 ^ 53)%Z) by (change radix with 8796093022208%Z; lia).
    apply IZR_le in HZ. powers. lra. }
  destruct (carry_is _ H94) as (c & -> & Hc). f_equal. f_equal.
  assert (HZ : (Z.abs (2 * v - radix + 1 - 2 * c * radix) <= radix)%Z).
  { apply le_IZR. rewrite abs_IZR, minus_IZR, !mult_IZR.
    replace (IZR (2 * v - radix + 1) - 2 * IZR c * IZR radix)
      with ((IZR (2 * v - radix + 1) * / 2 / IZR radix - IZR c) * (2 * IZR radix)) by (field; lra).
    rewrite Rabs_mult, (Rabs_pos_eq (2 * _)) by lra.
    apply Rmult_le_compat_r with (r := 2 * IZR radix) in Hc; lra. }
  pose proof (floor v radix ltac:(reflexivity)) as F. set (k := (v / radix)%Z) in *. clearbody k.
  change radix with 8796093022208%Z in *. lia.
Qed.
