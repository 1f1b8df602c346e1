(** The bits of doubles by which words are converted: section 10.1 of docs/bounds/doubles.md. *)
From Coq Require Import Reals.
From Flocq Require Import Core Binary Bits.
From Ringlet Require Import Words Constants Doubles.
Open Scope Z_scope.

(** The word of 2^52 + m, m < 2^52: the exponent, 1075 in its code, above the bits of m. *)
Definition word_above_2_52 m := 1075 * 2 ^ 52 + m.

Lemma read_above_2_52 m : 0 <= m < 2 ^ 52 ->
  B2R 53 1024 (b64_of_bits (word_above_2_52 m)) = IZR (2 ^ 52 + m).
Proof.
  intros Hm. unfold b64_of_bits, binary_float_of_bits. rewrite B2R_FF2B. unfold binary_float_of_bits_aux.
  assert (E : word_above_2_52 m = join_bits 52 11 false m 1075).
  { unfold word_above_2_52, join_bits. rewrite Z.shiftl_mul_pow2 by lia. reflexivity. }
  rewrite E, split_join_bits by (change (Z.pow 2 11) with 2048; lia).
  change (Zeq_bool 1075 0) with false. change (Zeq_bool 1075 (2 ^ 11 - 1)) with false. cbv iota.
  assert (Hp : exists p, m + 2 ^ 52 = Z.pos p)
    by (destruct (m + 2 ^ 52) as [|p|p] eqn:Ep; [lia|exists p; reflexivity|lia]).
  destruct Hp as [p Ep]. rewrite Ep. change (1075 + (3 - 2 ^ (11 - 1) - (52 + 1)) - 1) with 0.
  cbn [FF2R cond_Zopp]. unfold F2R. cbn [Fnum Fexp bpow]. rewrite Rmult_1_r, <- Ep. f_equal. lia.
Qed.

Lemma strictly_finite d n : B2R 53 1024 d = IZR n -> n <> 0 -> is_finite_strict 53 1024 d = true.
Proof. intros Hd Hn. destruct d; try reflexivity; cbn in Hd; apply eq_IZR in Hd; lia. Qed.

(** The bits of any double with such a value. *)
Lemma bits_above_2_52 d n : B2R 53 1024 d = IZR n -> 2 ^ 52 <= n < 2 ^ 53 ->
  bits_of_b64 d = word_above_2_52 (n - 2 ^ 52).
Proof.
  intros Hd Hn. pose proof (read_above_2_52 (n - 2 ^ 52) ltac:(lia)) as R.
  replace (2 ^ 52 + (n - 2 ^ 52)) with n in R by ring.
  assert (E : d = b64_of_bits (word_above_2_52 (n - 2 ^ 52))).
  { apply B2R_inj; [apply (strictly_finite _ n)|apply (strictly_finite _ n)|rewrite Hd, R; reflexivity];
      assumption || lia. }
  rewrite E. unfold bits_of_b64, b64_of_bits. apply bits_of_binary_float_of_bits.
  change (2 ^ (52 + 11 + 1)) with (2 ^ 64). unfold word_above_2_52. lia.
Qed.

(** from_words: a word x < 2^52 under the exponent of 2^52 reads as 2^52 + x; subtracting 2^52 is exact. *)
Theorem word_to_double offset x : B2R 53 1024 offset = IZR two_52 -> 0 <= x < 2 ^ 52 ->
  let sum := B2R 53 1024 (b64_of_bits (add 64 x (bits_of_b64 offset))) in
  sum = IZR (two_52 + x) /\ rnd (sum - IZR two_52) = IZR x.
Proof.
  unfold two_52. intros Ho Hx. cbv zeta. rewrite (bits_above_2_52 offset _ Ho) by lia.
  assert (E : add 64 x (word_above_2_52 (4503599627370496 - 2 ^ 52)) = word_above_2_52 x).
  { unfold add, word_above_2_52. rewrite Z.mod_small; lia. }
  rewrite E. rewrite (read_above_2_52 x Hx). split; [reflexivity|].
  change (2 ^ 52) with 4503599627370496. rewrite <- minus_IZR. replace (4503599627370496 + x - 4503599627370496) with x
    by ring. apply exact. lia.
Qed.

(** to_signed_words: an integer of magnitude below 2^51 in two's complement, from the bits of its sum with 1.5 2^52. *)
Theorem double_to_signed_word offset sum x : B2R 53 1024 offset = IZR rounder -> Z.abs x < 2 ^ 51 ->
  B2R 53 1024 sum = rnd (IZR x + IZR rounder) ->
  sub 64 (bits_of_b64 sum) (bits_of_b64 offset) = x mod 2 ^ 64.
Proof.
  unfold rounder. intros Ho Hx Hs. rewrite <- plus_IZR, exact in Hs by lia.
  rewrite (bits_above_2_52 sum _ Hs), (bits_above_2_52 offset _ Ho) by lia.
  unfold sub, word_above_2_52. f_equal. ring.
Qed.

(** With f q / 2 added, f = 2 or 4: a word below f q, for x from -f/2 q on. *)
Theorem double_to_lazy_word offset sum half q x : B2R 53 1024 offset = IZR two_52 ->
  0 < q -> 0 <= half -> - (half * q) <= x < half * q -> 2 * half * q <= 2 ^ 52 ->
  B2R 53 1024 sum = rnd (IZR x + IZR (two_52 + half * q)) ->
  rnd (IZR two_52 + IZR (half * q)) = IZR (two_52 + half * q) /\
  sub 64 (bits_of_b64 sum) (bits_of_b64 offset) = x + half * q /\ 0 <= x + half * q < 2 * half * q.
Proof.
  unfold two_52. intros Ho Hq Hh Hx Hfit Hs. rewrite <- plus_IZR, exact in Hs by lia.
  rewrite (bits_above_2_52 sum _ Hs), (bits_above_2_52 offset _ Ho) by lia.
  split; [rewrite <- plus_IZR; apply exact; lia|].
  unfold sub, word_above_2_52. split; [|lia]. rewrite Z.mod_small; lia.
Qed.

(** The finish of section 10.6: the bits of 2^52 + r minus those of 2^52 are r. *)
Theorem double_to_canonical_word offset sum r : B2R 53 1024 offset = IZR two_52 -> 0 <= r < 2 ^ 52 ->
  B2R 53 1024 sum = IZR (2 ^ 52 + r) -> sub 64 (bits_of_b64 sum) (bits_of_b64 offset) = r.
Proof.
  unfold two_52. intros Ho Hr Hs. rewrite (bits_above_2_52 sum _ Hs), (bits_above_2_52 offset _ Ho) by lia.
  unfold sub, word_above_2_52. rewrite Z.mod_small; lia.
Qed.
