(** Numbers in words of 64 bits as limbs of fewer bits, and back: src/arith/limbs_of_words.hpp, for any number of words
    and of limbs. *)
From Coq Require Import List.
From Ringlet Require Import Words Montgomery.
Import ListNotations.

(** Word k of a list; a limb has bits of two words at most. *)
Definition nth_of (digits : list Z) k := nth (Z.to_nat k) digits 0.

(** [digits]: the digits of x 2^shift; the low bits of each count. *)
Definition limb_digit bits shift (words : list Z) i :=
  if i =? 0 then shift_left 64 (nth_of words 0) shift
  else
    let from := bits * i - shift in let k := from / 64 in let skipped := from mod 64 in
    let count := Z.of_nat (length words) in
    if count <=? k then 0
    else
      let low := shift_right skipped (nth_of words k) in
      if (64 <? skipped + bits) && (k + 1 <? count)
      then Z.lor low (shift_left 64 (nth_of words (k + 1)) (64 - skipped))
      else low.
Definition numbers n := map Z.of_nat (seq 0 n).
Definition word_limbs bits shift n (words : list Z) :=
  map (fun i => Z.land (limb_digit bits shift words i) (2 ^ bits - 1)) (numbers n).

(** [put]: word k combines all limbs that have bits of it. *)
Definition word_part bits k i limb :=
  if (bits * (i + 1) <=? 64 * k) || (64 * (k + 1) <=? bits * i) then 0
  else if 64 * k <=? bits * i then shift_left 64 limb (bits * i - 64 * k)
  else shift_right (64 * k - bits * i) limb.
Definition put_word bits (limbs : list Z) k :=
  fold_left (fun word i => Z.lor word (word_part bits k i (nth_of limbs i))) (numbers (length limbs)) 0.
Definition put_words bits n limbs := map (put_word bits limbs) (numbers n).

(** ** Bits *)

Lemma fits_bits b x n : 0 <= b -> 0 <= x < 2 ^ b -> b <= n -> Z.testbit x n = false.
Proof. intros Hb Hx Hn. rewrite <- (Z.mod_small x (2 ^ b)) by exact Hx. apply Z.mod_pow2_bits_high. lia. Qed.

Lemma nth_of_range b digits k : 0 <= b -> digits_of (2 ^ b) digits -> 0 <= nth_of digits k < 2 ^ b.
Proof.
  intros Hb H. unfold nth_of. pose proof (power_positive b Hb).
  destruct (nth_in_or_default (Z.to_nat k) digits 0) as [I| ->]; [|lia].
  unfold digits_of in H. rewrite Forall_forall in H. apply H. exact I.
Qed.

Lemma nth_of_above digits k : 0 <= k -> Z.of_nat (length digits) <= k -> nth_of digits k = 0.
Proof. intros. apply nth_overflow. lia. Qed.

(** Bit n of a number is one of digit n / b. *)
Lemma value_bits b digits n : 0 < b -> digits_of (2 ^ b) digits -> 0 <= n ->
  Z.testbit (value (2 ^ b) digits) n = Z.testbit (nth_of digits (n / b)) (n mod b).
Proof.
  intros Hb H. revert n. induction H as [|d digits Hd H IH]; intros n Hn; cbn [value].
  - unfold nth_of. destruct (Z.to_nat (n / b)); cbn [nth]; rewrite !Z.testbit_0_l; reflexivity.
  - rewrite Z.add_comm, Z.mul_comm, <- lor_is_sum, Z.lor_spec by lia.
    destruct (Z.ltb_spec n b) as [L|L].
    + rewrite Z.mul_pow2_bits_low by lia. rewrite Z.div_small, Z.mod_small by lia. reflexivity.
    + rewrite (fits_bits b d n) by lia. rewrite orb_false_r.
      replace n with (n - b + 1 * b) at 2 3 by ring. rewrite Z.div_add, Z.mod_add by lia.
      rewrite Z.mul_pow2_bits, IH by lia. unfold nth_of. f_equal.
      pose proof (Z.div_pos (n - b) b ltac:(lia) Hb).
      rewrite Z.add_1_r, Z2Nat.inj_succ by assumption. reflexivity.
Qed.

Lemma nth_of_numbers (f : Z -> Z) n k : 0 <= k < Z.of_nat n -> nth_of (map f (numbers n)) k = f k.
Proof.
  intros Hk. unfold nth_of, numbers. rewrite map_map.
  rewrite (nth_indep _ 0 (f (Z.of_nat 0%nat))) by (rewrite map_length, seq_length; lia).
  rewrite (map_nth (fun i => f (Z.of_nat i))), seq_nth by lia. f_equal. lia.
Qed.

Lemma map_digits b (f : Z -> Z) n : (forall k, 0 <= f k < 2 ^ b) -> digits_of (2 ^ b) (map f (numbers n)).
Proof. intros H. apply Forall_forall. intros x Hx. apply in_map_iff in Hx. destruct Hx as (k & <- & _). apply H. Qed.

(** A value with the right bits in each digit is the number. *)
Lemma value_of_bits b (f : Z -> Z) n x : 0 < b -> (forall k, 0 <= f k < 2 ^ b) ->
  (forall k m, 0 <= k < Z.of_nat n -> 0 <= m < b -> Z.testbit (f k) m = Z.testbit x (b * k + m)) ->
  value (2 ^ b) (map f (numbers n)) = x mod 2 ^ (b * Z.of_nat n).
Proof.
  intros Hb Hf H. apply Z.bits_inj'. intros i Hi. rewrite value_bits by (try apply map_digits; assumption).
  pose proof (Z.div_mod i b ltac:(lia)) as D. pose proof (Z.mod_pos_bound i b Hb) as M.
  pose proof (Z.div_pos i b Hi Hb) as P.
  destruct (Z.ltb_spec i (b * Z.of_nat n)) as [L|L].
  - rewrite Z.mod_pow2_bits_low by exact L. assert (Hk : i / b < Z.of_nat n) by (apply Z.div_lt_upper_bound; lia).
    rewrite nth_of_numbers, H by lia. f_equal. lia.
  - rewrite Z.mod_pow2_bits_high by lia.
    rewrite nth_of_above; [apply Z.testbit_0_l|exact P|].
    rewrite map_length. unfold numbers. rewrite map_length, seq_length. apply Z.div_le_lower_bound; lia.
Qed.

(** ** Words to limbs *)

Lemma shifted_left_bits x count m : 0 <= count -> 0 <= m < 64 ->
  Z.testbit (shift_left 64 x count) m = Z.testbit x (m - count).
Proof.
  intros Hc Hm. unfold shift_left. rewrite Z.mod_pow2_bits_low by lia. apply Z.mul_pow2_bits. exact Hc.
Qed.

Lemma shifted_right_bits x count m : 0 <= count -> 0 <= m ->
  Z.testbit (shift_right count x) m = Z.testbit x (m + count).
Proof. intros. unfold shift_right. apply Z.div_pow2_bits; assumption. Qed.

Lemma limb_digit_bits bits shift words i m : 0 < bits <= 64 -> 0 <= shift < bits -> digits_of (2 ^ 64) words ->
  0 <= i -> 0 <= m < bits ->
  Z.testbit (limb_digit bits shift words i) m = Z.testbit (value (2 ^ 64) words) (bits * i - shift + m).
Proof.
  intros Hb Hs Hw Hi Hm. unfold limb_digit. destruct (Z.eqb_spec i 0) as [->|Hi0].
  - rewrite shifted_left_bits by lia. replace (bits * 0 - shift + m) with (m - shift) by ring.
    destruct (Z.ltb_spec m shift); [rewrite !Z.testbit_neg_r by lia; reflexivity|].
    rewrite value_bits by (assumption || lia). rewrite Z.div_small, Z.mod_small by lia. reflexivity.
  - cbv zeta. assert (Hfrom : 0 <= bits * i - shift) by nia. set (from := bits * i - shift) in *. clearbody from.
    pose proof (Z.div_mod from 64 ltac:(lia)) as D. pose proof (Z.mod_pos_bound from 64 ltac:(lia)) as M.
    pose proof (Z.div_pos from 64 Hfrom ltac:(lia)) as P.
    rewrite value_bits by (assumption || lia).
    set (k := from / 64) in *. set (s := from mod 64) in *. clearbody k s.
    assert (Hat : (from + m) / 64 = k /\ (from + m) mod 64 = s + m /\ s + m < 64 \/
      (from + m) / 64 = k + 1 /\ (from + m) mod 64 = s + m - 64 /\ 64 <= s + m).
    { destruct (Z.ltb_spec (s + m) 64); [left|right]; (split; [symmetry|split; [symmetry|assumption]]).
      - apply (Z.div_unique _ _ _ (s + m)); lia. - apply (Z.mod_unique _ _ k); lia.
      - apply (Z.div_unique _ _ _ (s + m - 64)); lia. - apply (Z.mod_unique _ _ (k + 1)); lia. }
    assert (High : forall n, 64 <= n -> Z.testbit (nth_of words k) n = false).
    { intros n Hn. apply (fits_bits 64); [lia|apply nth_of_range; [lia|exact Hw]|exact Hn]. }
    destruct (Z.leb_spec (Z.of_nat (length words)) k) as [Hout|Hin].
    { rewrite Z.testbit_0_l, nth_of_above by lia. rewrite Z.testbit_0_l. reflexivity. }
    destruct (Z.ltb_spec 64 (s + bits)), (Z.ltb_spec (k + 1) (Z.of_nat (length words))); cbn [andb].
    + rewrite Z.lor_spec, shifted_right_bits, shifted_left_bits by lia.
      destruct Hat as [(-> & -> & Hsm)|(-> & -> & Hsm)].
      * rewrite (Z.testbit_neg_r _ (m - (64 - s))) by lia. rewrite orb_false_r. f_equal. ring.
      * rewrite High by lia. cbn [orb]. f_equal. ring.
    + rewrite shifted_right_bits by lia. destruct Hat as [(-> & -> & Hsm)|(-> & -> & Hsm)]; [f_equal; ring|].
      rewrite High, (nth_of_above words (k + 1)) by lia. rewrite Z.testbit_0_l. reflexivity.
    + rewrite shifted_right_bits by lia. destruct Hat as [(-> & -> & Hsm)|(-> & -> & Hsm)]; [f_equal; ring|lia].
    + rewrite shifted_right_bits by lia. destruct Hat as [(-> & -> & Hsm)|(-> & -> & Hsm)]; [f_equal; ring|lia].
Qed.

(** The limbs are digits and add up to x 2^shift, as far as they reach. *)
Theorem limbs_of_words bits shift n words : 0 < bits <= 64 -> 0 <= shift < bits -> digits_of (2 ^ 64) words ->
  let limbs := word_limbs bits shift n words in
  length limbs = n /\ digits_of (2 ^ bits) limbs /\
  value (2 ^ bits) limbs = (value (2 ^ 64) words * 2 ^ shift) mod 2 ^ (bits * Z.of_nat n).
Proof.
  intros Hb Hs Hw. cbv zeta. unfold word_limbs.
  assert (R : forall k, 0 <= Z.land (limb_digit bits shift words k) (2 ^ bits - 1) < 2 ^ bits).
  { intros k. rewrite land_mask by lia. apply Z.mod_pos_bound, power_positive. lia. }
  split; [unfold numbers; rewrite !map_length; apply seq_length|].
  split; [apply map_digits; exact R|]. apply value_of_bits; [lia|exact R|]. intros k m Hk Hm.
  rewrite land_mask, Z.mod_pow2_bits_low, limb_digit_bits by (assumption || lia).
  rewrite Z.mul_pow2_bits by lia. f_equal. ring.
Qed.

(** ** Limbs to words *)

Lemma fold_or_bits (f : Z -> Z) m : forall l start,
  Z.testbit (fold_left (fun word i => Z.lor word (f i)) l start) m =
    Z.testbit start m || existsb (fun i => Z.testbit (f i) m) l.
Proof.
  induction l as [|i l IH]; intros start; cbn [fold_left existsb]; [symmetry; apply orb_false_r|].
  rewrite IH, Z.lor_spec. symmetry. apply orb_assoc.
Qed.

Lemma word_part_bits bits k i limb m : 0 < bits <= 64 -> 0 <= limb < 2 ^ bits -> 0 <= m < 64 ->
  Z.testbit (word_part bits k i limb) m = Z.testbit limb (64 * k + m - bits * i).
Proof.
  intros Hb Hl Hm. unfold word_part.
  destruct (Z.leb_spec (bits * (i + 1)) (64 * k)) as [H1|H1]; cbn [orb].
  { rewrite Z.testbit_0_l. symmetry. apply (fits_bits bits); lia. }
  destruct (Z.leb_spec (64 * (k + 1)) (bits * i)) as [H2|H2].
  { rewrite Z.testbit_0_l, Z.testbit_neg_r by lia. reflexivity. }
  destruct (Z.leb_spec (64 * k) (bits * i)).
  - rewrite shifted_left_bits by lia. f_equal. ring.
  - rewrite shifted_right_bits by lia. f_equal. ring.
Qed.

(** The words are words and have the value of the limbs, as far as they reach. *)
Theorem words_of_limbs bits n limbs : 0 < bits <= 64 -> digits_of (2 ^ bits) limbs ->
  let words := put_words bits n limbs in
  length words = n /\ digits_of (2 ^ 64) words /\
  value (2 ^ 64) words = value (2 ^ bits) limbs mod 2 ^ (64 * Z.of_nat n).
Proof.
  intros Hb Hl. cbv zeta. unfold put_words.
  assert (R : forall k, 0 <= put_word bits limbs k < 2 ^ 64).
  { intros k. unfold put_word. assert (P : forall i, 0 <= word_part bits k i (nth_of limbs i) < 2 ^ 64).
    { intros i. pose proof (nth_of_range bits limbs i ltac:(lia) Hl) as N.
      assert (2 ^ bits <= 2 ^ 64) by (apply Z.pow_le_mono_r; lia).
      unfold word_part. destruct (_ || _); [lia|]. destruct (Z.leb_spec (64 * k) (bits * i)).
      - apply Z.mod_pos_bound. lia.
      - unfold shift_right. pose proof (power_positive (64 * k - bits * i) ltac:(lia)). split; [apply Z.div_pos; lia|].
        apply Z.le_lt_trans with (nth_of limbs i); [|lia]. apply Z.div_le_upper_bound; [lia|nia]. }
    assert (O : forall a b, 0 <= a < 2 ^ 64 -> 0 <= b < 2 ^ 64 -> 0 <= Z.lor a b < 2 ^ 64).
    { intros a b Ha Hb'. replace (Z.lor a b) with (Z.lor a b mod 2 ^ 64); [apply Z.mod_pos_bound; lia|].
      apply Z.bits_inj'. intros j Hj. destruct (Z.ltb_spec j 64).
      - apply Z.mod_pow2_bits_low. assumption.
      - rewrite Z.mod_pow2_bits_high, Z.lor_spec, (fits_bits 64 a), (fits_bits 64 b) by lia. reflexivity. }
    assert (G : forall l start, 0 <= start < 2 ^ 64 ->
      0 <= fold_left (fun word i => Z.lor word (word_part bits k i (nth_of limbs i))) l start < 2 ^ 64).
    { induction l as [|i l IH]; intros start Hstart; cbn [fold_left]; [exact Hstart|]. apply IH, O; auto. }
    apply G. lia. }
  split; [unfold numbers; rewrite !map_length; apply seq_length|].
  split; [apply map_digits; exact R|]. apply value_of_bits; [lia|exact R|]. intros k m Hk Hm.
  unfold put_word. rewrite fold_or_bits, Z.testbit_0_l, value_bits by (assumption || lia). cbn [orb].
  set (n0 := 64 * k + m).
  pose proof (Z.div_mod n0 bits ltac:(lia)) as D. pose proof (Z.mod_pos_bound n0 bits ltac:(lia)) as M.
  pose proof (Z.div_pos n0 bits ltac:(unfold n0; lia) ltac:(lia)) as P.
  assert (E : forall i, Z.testbit (word_part bits k i (nth_of limbs i)) m =
    if i =? n0 / bits then Z.testbit (nth_of limbs i) (n0 mod bits) else false).
  { intros i. pose proof (nth_of_range bits limbs i ltac:(lia) Hl) as N. rewrite word_part_bits by assumption.
    fold n0. destruct (Z.eqb_spec i (n0 / bits)) as [->|Hne]; [f_equal; lia|].
    destruct (Z.ltb_spec i (n0 / bits)).
    - apply (fits_bits bits); [lia|exact N|nia].
    - apply Z.testbit_neg_r. nia. }
  destruct (Z.ltb_spec (n0 / bits) (Z.of_nat (length limbs))) as [Hin|Hout].
  - destruct (existsb _ _) eqn:X.
    + apply existsb_exists in X. destruct X as (i & _ & X). rewrite E in X.
      destruct (Z.eqb_spec i (n0 / bits)) as [Ei|]; [rewrite Ei in X; symmetry; exact X|discriminate].
    + destruct (Z.testbit (nth_of limbs (n0 / bits)) (n0 mod bits)) eqn:T; [|reflexivity].
      rewrite <- X. apply existsb_exists. exists (n0 / bits). split.
      * unfold numbers. apply in_map_iff. exists (Z.to_nat (n0 / bits)). rewrite Z2Nat.id by exact P.
        split; [reflexivity|]. apply in_seq. lia.
      * rewrite E, Z.eqb_refl. exact T.
  - rewrite (nth_of_above limbs (n0 / bits)) by assumption. rewrite Z.testbit_0_l.
    destruct (existsb _ _) eqn:X; [|reflexivity]. apply existsb_exists in X. destruct X as (i & I & X).
    rewrite E in X. destruct (Z.eqb_spec i (n0 / bits)) as [Ei|]; [|discriminate].
    rewrite Ei, nth_of_above, Z.testbit_0_l in X by assumption. discriminate.
Qed.
