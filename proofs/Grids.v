(** Doubles that are multiples of a power of two, such as sums close to a large number: shared by sections 14, 16.8
    and 19 of docs/bounds. *)
From Coq Require Import Reals Lra.
From Flocq Require Import Core.
From Ringlet Require Import Words Constants Doubles.
Open Scope R_scope.

#[local] Instance valid : Valid_exp exponents.
Proof. apply FLT_exp_valid. reflexivity. Qed.

Lemma power_is n : (0 <= n)%Z -> IZR (2 ^ n) = bpow radix2 n.
Proof. intros. change 2%Z with (radix_val radix2). apply IZR_Zpower. assumption. Qed.

Lemma on_grid k n : (0 <= n)%Z -> (Z.abs k <= 2 ^ 53)%Z -> rnd (IZR (k * 2 ^ n)) = IZR (k * 2 ^ n).
Proof.
  intros Hn Hk. apply round_generic; [apply valid_rnd_N|]. apply generic_format_FLT.
  destruct (Z.eq_dec (Z.abs k) (2 ^ 53)) as [E|E].
  - apply (FLT_spec _ _ _ _ (Float radix2 (k / 2) (n + 1))); cbn [Fnum Fexp];
      [|change (radix2 ^ 53)%Z with (2 ^ 53)%Z|lia].
    + unfold F2R; cbn [Fnum Fexp]. rewrite <- power_is, <- mult_IZR by lia. f_equal. rewrite Z.pow_add_r by lia.
      assert (k = k / 2 * 2)%Z by (assert (k = 2 ^ 53 \/ k = - 2 ^ 53)%Z as [->| ->] by lia; reflexivity). lia.
    + assert (k = 2 ^ 53 \/ k = - 2 ^ 53)%Z as [->| ->] by lia; reflexivity.
  - apply (FLT_spec _ _ _ _ (Float radix2 k n)); cbn [Fnum Fexp]; [|change (radix2 ^ 53)%Z with (2 ^ 53)%Z; lia|lia].
    unfold F2R; cbn [Fnum Fexp]. rewrite mult_IZR, power_is by lia. reflexivity.
Qed.

(** Doubles of magnitude 2^(52 + n) or more are multiples of 2^n. *)
Lemma to_grid z n : (0 <= n)%Z -> IZR (2 ^ (52 + n)) <= Rabs z -> exists k, rnd z = IZR (k * 2 ^ n).
Proof.
  intros Hn Hz. set (e := cexp radix2 exponents z).
  assert (He : (n <= e)%Z).
  { unfold e, cexp, exponents, FLT_exp. assert (53 + n <= mag radix2 z)%Z; [|lia].
    apply mag_ge_bpow. replace (53 + n - 1)%Z with (52 + n)%Z by lia. rewrite <- power_is by lia. exact Hz. }
  exists (ZnearestE (scaled_mantissa radix2 exponents z) * 2 ^ (e - n))%Z.
  rewrite <- Z.mul_assoc, <- Z.pow_add_r by lia. replace (e - n + n)%Z with e by lia.
  unfold rnd, round, F2R. cbn [Fnum Fexp]. fold e. rewrite mult_IZR, power_is by lia. reflexivity.
Qed.

(** Below twice that, rounding errors are at most half of 2^n. *)
Lemma near_grid z n : (1 <= n)%Z -> Rabs z < IZR (2 ^ (53 + n)) -> Rabs (rnd z - z) <= IZR (2 ^ (n - 1)).
Proof.
  intros Hn Hz. rewrite power_is by lia. replace (bpow radix2 (n - 1)) with (/ 2 * bpow radix2 (53 + n - 53)).
  - apply rounding_error; [lia|]. rewrite <- power_is by lia. exact Hz.
  - replace (53 + n - 53)%Z with (1 + (n - 1))%Z by lia. rewrite bpow_plus. change (bpow radix2 1) with 2. lra.
Qed.

(** A sum between 2^(52 + n) and 2^(53 + n) is rounded to a multiple of 2^n. *)
Lemma rounded_to_grid z n : (1 <= n)%Z -> (2 ^ (52 + n) <= z < 2 ^ (53 + n))%Z ->
  exists k, rnd (IZR z) = IZR (k * 2 ^ n) /\ (Z.abs (k * 2 ^ n - z) <= 2 ^ (n - 1))%Z.
Proof.
  intros Hn Hz. pose proof (power_positive (52 + n) ltac:(lia)) as Hp.
  destruct (to_grid (IZR z) n) as (k & E); [lia| |].
  - rewrite <- abs_IZR. apply IZR_le. lia.
  - exists k. split; [exact E|]. apply le_IZR. rewrite abs_IZR, minus_IZR, <- E. apply near_grid; [lia|].
    rewrite <- abs_IZR. apply IZR_lt. lia.
Qed.

(** The 53 leading bits of a stored quotient of 64: a word with its low ten bits cleared. *)
Lemma low_bits_cleared s : (0 <= s < 2 ^ 64)%Z -> Z.land s 18446744073709550592 = (s / 2 ^ 10 * 2 ^ 10)%Z.
Proof.
  intros Hs. assert (Hsmall : (0 <= s / 2 ^ 10 < 2 ^ 54)%Z).
  { split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; lia]. }
  rewrite <- (Z.mod_small (s / 2 ^ 10) (2 ^ 54)) by exact Hsmall.
  change 18446744073709550592%Z with (Z.shiftl (Z.ones 54) 10).
  rewrite <- Z.shiftr_div_pow2, <- Z.land_ones, <- Z.shiftl_mul_pow2 by lia.
  apply Z.bits_inj'. intros i Hi. rewrite Z.land_spec, !Z.shiftl_spec by lia. destruct (Z.ltb_spec i 10).
  - rewrite (Z.testbit_neg_r (Z.land _ _)), (Z.testbit_neg_r (Z.ones 54)), andb_false_r by lia. reflexivity.
  - rewrite Z.land_spec, Z.shiftr_spec by lia. f_equal. f_equal. lia.
Qed.

Lemma ratio_format k : (0 <= k <= 2 ^ 53)%Z -> generic_format radix2 exponents (IZR k / IZR (2 ^ 54)).
Proof.
  intros Hk. unfold Rdiv. change (/ IZR (2 ^ 54)) with (bpow radix2 (-54)).
  apply generic_format_FLT. destruct (Z.eq_dec k (2 ^ 53)) as [->|Hne].
  - apply (FLT_spec _ _ _ _ (Float radix2 1 (-1))); cbn [Fnum Fexp]; [|reflexivity|lia].
    unfold F2R; cbn [Fnum Fexp]. change (bpow radix2 (-54)) with (/ IZR (2 ^ 54)).
    change (bpow radix2 (-1)) with (/ 2). powers. lra.
  - apply (FLT_spec _ _ _ _ (Float radix2 k (-54))); cbn [Fnum Fexp]; [reflexivity| |lia].
    change (radix2 ^ 53)%Z with (2 ^ 53)%Z. lia.
Qed.
