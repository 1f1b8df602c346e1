(** The surroundings of Montgomery's products of words: the powers of R modulo q, and sums of products, which three
    products reduce; sections 17.1 and 17.3 of docs/bounds/multiword.md. Numbers of n words are whole numbers below
    2^(64 n); W = 64 n. *)
From Coq Require Import List.
From Ringlet Require Import Words Constants Montgomery.
Import ListNotations.

(** x - y, plus q if that borrows; and sums by means of it. *)
Definition words_subtract W q x y := if x <? y then add W (sub W x y) q else sub W x y.
Definition words_subtract_once W q x := words_subtract W q x q.
Definition words_add W q x y := words_subtract_once W q (add W x y).

Lemma words_subtract_once_is W q x : 2 * q <= 2 ^ W -> 0 <= x < 2 * q ->
  0 <= words_subtract_once W q x < q /\ words_subtract_once W q x mod q = x mod q.
Proof.
  intros Hq Hx. unfold words_subtract_once, words_subtract, add, sub. destruct (Z.ltb_spec x q).
  - rewrite Zplus_mod_idemp_l. replace (x - q + q) with x by ring. rewrite Z.mod_small by lia. split; [lia|reflexivity].
  - rewrite Z.mod_small by lia. split; [lia|]. apply (congruent _ _ _ 1); lia.
Qed.

Lemma words_add_is W q x y : 2 * q <= 2 ^ W -> 0 <= x < q -> 0 <= y < q ->
  0 <= words_add W q x y < q /\ words_add W q x y mod q = (x + y) mod q.
Proof.
  intros Hq Hx Hy. unfold words_add, add. rewrite Z.mod_small by lia. apply words_subtract_once_is; lia.
Qed.

(** ** Section 17.1: R and R^2 modulo q by doublings *)

Definition words_doubled W q x := let double := add W x x in if double <? q then double else sub W double q.

Lemma words_doubled_is W q x : 2 * q <= 2 ^ W -> 0 <= x < q -> words_doubled W q x = (2 * x) mod q.
Proof.
  intros Hq Hx. unfold words_doubled, add, sub. cbv zeta. rewrite (Z.mod_small (x + x)) by lia.
  destruct (Z.ltb_spec (x + x) q); [|rewrite Z.mod_small by lia].
  - rewrite Z.mod_small; lia.
  - apply (Z.mod_unique _ _ 1); lia.
Qed.

Lemma words_doublings W q count x : 2 * q <= 2 ^ W -> 0 <= x < q ->
  repeated count (words_doubled W q) x = (2 ^ Z.of_nat count * x) mod q.
Proof.
  intros Hq Hx. induction count as [|count IH].
  - cbn [repeated]. change (2 ^ Z.of_nat 0) with 1. rewrite Z.mul_1_l, Z.mod_small by assumption. reflexivity.
  - cbn [repeated]. rewrite IH, words_doubled_is; [|exact Hq|apply Z.mod_pos_bound; lia].
    rewrite Zmult_mod_idemp_r, Nat2Z.inj_succ, Z.pow_succ_r, Z.mul_assoc by lia. reflexivity.
Qed.

(** R modulo q by doublings, from the highest bit of q, which is odd and so no power of two. *)
Definition words_one W bits q := repeated (Z.to_nat (W + 1 - bits)) (words_doubled W q) (2 ^ (bits - 1)).
Definition words_square W bits q := repeated (Z.to_nat W) (words_doubled W q) (words_one W bits q).

Theorem powers_by_doublings W bits q : 1 <= bits <= W -> 2 * q <= 2 ^ W -> q mod 2 = 1 -> 1 < q ->
  2 ^ (bits - 1) <= q < 2 ^ bits ->
  words_one W bits q = 2 ^ W mod q /\ words_square W bits q = (2 ^ W * 2 ^ W) mod q.
Proof.
  intros HW Hq Hodd H1 Hb.
  assert (Hlow : 0 < 2 ^ (bits - 1) < q).
  { split; [apply power_positive; lia|]. enough (2 ^ (bits - 1) <> q) by lia. intros E.
    assert (bits = 1 \/ 1 < bits) as [-> |] by lia; [cbn in E; lia|].
    replace (bits - 1) with (Z.succ (bits - 2)) in E by lia. rewrite Z.pow_succ_r in E by lia.
    rewrite <- E, Z.mul_comm, Z.mod_mul in Hodd by lia. discriminate. }
  assert (E1 : words_one W bits q = 2 ^ W mod q).
  { unfold words_one. rewrite words_doublings by (assumption || lia). rewrite Z2Nat.id, <- Z.pow_add_r by lia.
    do 2 f_equal. lia. }
  split; [exact E1|]. unfold words_square.
  rewrite words_doublings, E1; [|exact Hq|rewrite E1; apply Z.mod_pos_bound; lia].
  rewrite Z2Nat.id, Zmult_mod_idemp_r by lia. reflexivity.
Qed.

(** ** Section 17.3: a sum of products, as three products *)

Definition words_mul inverse q x ys :=
  words_subtract_once (64 * Z.of_nat (length ys)) q (fold_left (word_step (2 ^ 64) inverse q x) ys 0).

(** A sum of 2 n + 1 words: the n lowest times 1, the next n times R mod q, the top one times R^2. *)
Definition reduced_sum n inverse one square q sum :=
  let W := 64 * Z.of_nat n in
  let low := firstn n sum in let high := firstn n (skipn n sum) in
  let top := nth (2 * n) sum 0 :: repeat 0 (n - 1) in
  words_add W q (words_add W q (words_mul inverse q 1 low) (words_mul inverse q one high))
    (words_mul inverse q square top).

Lemma words_mul_is inverse q x ys : 0 < q -> 2 * q <= 2 ^ (64 * Z.of_nat (length ys)) ->
  (q * inverse) mod 2 ^ 64 = 2 ^ 64 - 1 -> 0 <= x < q -> digits_of (2 ^ 64) ys ->
  0 <= words_mul inverse q x ys < q /\
  (words_mul inverse q x ys * 2 ^ (64 * Z.of_nat (length ys))) mod q = (x * value (2 ^ 64) ys) mod q.
Proof.
  intros Hq Hfit Hi Hx Hys.
  destruct (word_product (2 ^ 64) inverse q x ys ltac:(lia) Hq Hi Hx Hys) as [Ht E].
  unfold words_mul. set (t := fold_left _ _ _) in *. clearbody t.
  destruct (words_subtract_once_is (64 * Z.of_nat (length ys)) q t Hfit Ht) as [Hr Er]. split; [exact Hr|].
  rewrite Z.mul_mod, Er, <- Z.mul_mod by lia. rewrite Z.pow_mul_r by lia. exact E.
Qed.

Lemma value_app B a b : value B (a ++ b) = value B a + B ^ Z.of_nat (length a) * value B b.
Proof.
  induction a as [|d a IH]; cbn [app value length].
  - change (Z.of_nat 0) with 0. rewrite Z.pow_0_r. lia.
  - rewrite IH, Nat2Z.inj_succ, Z.pow_succ_r by lia. ring.
Qed.

Lemma value_zeros B n : value B (repeat 0 n) = 0.
Proof. induction n as [|n IH]; cbn [repeat value]; [reflexivity|]. rewrite IH. lia. Qed.

Lemma skip_twice a b (l : list Z) : skipn a (skipn b l) = skipn (b + a) l.
Proof.
  revert l. induction b as [|b IH]; intros l; [reflexivity|]. destruct l as [|d l]; [|apply IH].
  cbn [skipn plus Nat.add]. destruct a; reflexivity.
Qed.

Theorem sum_by_three_products words inverse one square q sum :
  let n := Z.to_nat words in let R := 2 ^ (64 * words) in
  0 < words -> 1 < q < 2 ^ words_modulus_bits words -> (q * inverse) mod 2 ^ 64 = 2 ^ 64 - 1 ->
  one = R mod q -> square = (R * R) mod q -> digits_of (2 ^ 64) sum -> length sum = (2 * n + 1)%nat ->
  let r := reduced_sum n inverse one square q sum in
  0 <= r < q /\ (r * R) mod q = value (2 ^ 64) sum mod q.
Proof.
  cbv zeta. unfold words_modulus_bits. intros Hn Hq Hi E1 E2 Hsum Hlen.
  assert (En : 64 * Z.of_nat (Z.to_nat words) = 64 * words) by lia.
  assert (ER : 2 ^ (64 * words) = 2 * 2 ^ (64 * words - 1)) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
  set (n := Z.to_nat words) in *. assert (Hn1 : (1 <= n)%nat) by lia.
  (* the sum in its three parts *)
  assert (Es : sum = firstn n sum ++ firstn n (skipn n sum) ++ [nth (2 * n) sum 0]).
  { rewrite <- (firstn_skipn n sum) at 1. f_equal. rewrite <- (firstn_skipn n (skipn n sum)) at 1. f_equal.
    rewrite skip_twice. replace (n + n)%nat with (2 * n)%nat by lia. clear - Hlen.
    assert (length (skipn (2 * n) sum) = 1%nat) by (rewrite skipn_length; lia).
    rewrite <- (firstn_skipn (2 * n) sum) at 2. rewrite app_nth2; rewrite firstn_length; [|lia].
    replace (2 * n - Nat.min (2 * n) (length sum))%nat with 0%nat by lia.
    destruct (skipn (2 * n) sum) as [|d [|]]; try discriminate. reflexivity. }
  assert (L1 : length (firstn n sum) = n) by (rewrite firstn_length; lia).
  assert (L2 : length (firstn n (skipn n sum)) = n) by (rewrite firstn_length, skipn_length; lia).
  unfold reduced_sum. set (low := firstn n sum) in *. set (high := firstn n (skipn n sum)) in *.
  set (top := nth (2 * n) sum 0) in *. clearbody low high top. subst sum.
  apply Forall_app in Hsum. destruct Hsum as [Dl Dh]. apply Forall_app in Dh. destruct Dh as [Dh Dt].
  inversion Dt as [|? ? Ht _]; subst.
  assert (Dt' : digits_of (2 ^ 64) (top :: repeat 0 (n - 1))).
  { constructor; [exact Ht|]. apply Forall_forall. intros d Hd. apply repeat_spec in Hd. subst. lia. }
  assert (L3 : length (top :: repeat 0 (n - 1)) = n) by (cbn [length]; rewrite repeat_length; lia).
  destruct (words_mul_is inverse q 1 low) as [R1 M1]; try (rewrite ?L1, ?En; assumption || lia).
  destruct (words_mul_is inverse q (2 ^ (64 * words) mod q) high) as [R2 M2];
    try (rewrite ?L2, ?En; assumption || lia || (apply Z.mod_pos_bound; lia)).
  destruct (words_mul_is inverse q ((2 ^ (64 * words) * 2 ^ (64 * words)) mod q) (top :: repeat 0 (n - 1))) as [R3 M3];
    try (rewrite ?L3, ?En; assumption || lia || (apply Z.mod_pos_bound; lia)).
  rewrite L1, En in M1. rewrite L2, En, Zmult_mod_idemp_l in M2. rewrite L3, En, Zmult_mod_idemp_l in M3.
  cbn [value] in M3. rewrite value_zeros in M3.
  set (a := words_mul inverse q 1 low) in *. set (b := words_mul inverse q _ high) in *.
  set (c := words_mul inverse q _ (top :: _)) in *. clearbody a b c. rewrite !En.
  destruct (words_add_is (64 * words) q a b ltac:(lia) R1 R2) as [Rs Es].
  set (s := words_add _ _ a b) in *. clearbody s.
  destruct (words_add_is (64 * words) q s c ltac:(lia) Rs R3) as [Rr Er].
  set (r := words_add _ _ s c) in *. clearbody r. split; [exact Rr|].
  rewrite !value_app, L1, L2. cbn [value].
  replace ((2 ^ 64) ^ Z.of_nat n) with (2 ^ (64 * words)) by (rewrite <- Z.pow_mul_r by lia; f_equal; lia).
  set (R := 2 ^ (64 * words)) in *. clearbody R.
  rewrite Z.mul_mod, Er, <- Z.mul_mod, Z.mul_add_distr_r, Z.add_mod, (Z.mul_mod s R), Es, <- (Z.mul_mod (a + b)),
    <- Z.add_mod, Z.mul_add_distr_r, <- Z.add_assoc by lia.
  rewrite Z.add_mod, M1, <- Z.add_mod by lia. rewrite (Z.add_comm (1 * _)), <- Z.add_assoc, Z.add_mod, M2, <- Z.add_mod
    by lia.
  rewrite (Z.add_comm _ (c * R + _)), <- Z.add_assoc, Z.add_mod, M3, <- Z.add_mod by lia. f_equal. ring.
Qed.
