(** Element-wise operations modulo several words in limbs of 52 bits, from words to words: sections 17.4 and 17.5 of
    docs/bounds/multiword.md, after src/arith/montgomery52/montgomery52_eltwise.hpp and
    src/kernels/multiword_eltwise.hpp. *)
From Coq Require Import List.
From Ringlet Require Import Words Constants Montgomery Limbs52 ProductColumns LimbColumns LimbRows.
From Ringlet Require Import MontgomeryLimbs WordLimbs WordSums WordsModulo.
Import ListNotations.

Section Operations.
Context (limbs words : nat) (inverse : Z) (modulus : list Z).

Definition low_inverse := Z.land inverse (2 ^ 52 - 1).
Definition modulus_limbs := word_limbs 52 0 limbs modulus.
(** Digits are not masked, since multiply-adds read only 52 bits. *)
Definition word_digits shift xs := map (limb_digit 52 shift xs) (numbers limbs).

Definition less_modulus xs := limbwise (sub 64) xs modulus_limbs.
Definition canonical_words xs := put_words 52 words (canonical_limbs modulus_limbs xs).
(** The columns of a sum of products, reduced: [reduced] and [canonical]. *)
Definition reduced_to_words (factors : list (list Z * list Z)) :=
  canonical_words (less_modulus
    (reduced_columns limbs low_inverse modulus_limbs (limbs_of_digit low_inverse modulus_limbs)
      (sum_of_products limbs factors))).

Definition add_in_limbs xs ys :=
  canonical_words (less_modulus (limbwise (add 64) (word_limbs 52 0 limbs xs) (word_limbs 52 0 limbs ys))).
Definition mul_in_limbs xs ys :=
  reduced_to_words [(word_digits (limbs_shift (Z.of_nat limbs) (Z.of_nat words)) xs, word_digits 0 ys)].
Definition sum_in_limbs (pairs : list (list Z * list Z)) :=
  reduced_to_words (map (fun xy => (word_digits 0 (fst xy), word_digits 0 (snd xy))) pairs).
Definition finish_sum_in_limbs square xs :=
  let power := 2 ^ limbs_shift (Z.of_nat limbs) (Z.of_nat words) :: repeat 0 (words - 1) in
  mul_in_limbs (mul_in_limbs xs power) square.
(** The kernel: sums of at most as many products as the traits allow, one after the other. *)
Definition inner_product_in_limbs square (sums : list (list (list Z * list Z))) :=
  finish_sum_in_limbs square
    (fold_left (fun total pairs => add_in_limbs total (sum_in_limbs pairs)) sums (repeat 0 words)).
End Operations.

Definition products_of_words (pairs : list (list Z * list Z)) :=
  fold_right (fun xy sum => value (2 ^ 64) (fst xy) * value (2 ^ 64) (snd xy) + sum) 0 pairs.
Definition sums_of_words (sums : list (list (list Z * list Z))) :=
  fold_right (fun pairs sum => products_of_words pairs + sum) 0 sums.

(** The parameters of Montgomery52Eltwise: q is odd, as it has an inverse. *)
Definition eltwise_widths := [(4, 3); (5, 4); (7, 5); (8, 6); (10, 8)]%nat.
Definition eltwise_modulus limbs words inverse modulus :=
  In (limbs, words) eltwise_widths /\ are_words words modulus /\
  (value (2 ^ 64) modulus * inverse) mod 2 ^ 64 = 2 ^ 64 - 1 /\
  2 ^ 124 <= value (2 ^ 64) modulus < 2 ^ limbs_modulus_bits (Z.of_nat words).
Definition eltwise_facts (limbs words : nat) inverse modulus :=
  (2 <= limbs <= 10)%nat /\ (0 < words)%nat /\ 4 <= limbs_shift (Z.of_nat limbs) (Z.of_nat words) < 52 /\
  are_words words modulus /\ (value (2 ^ 64) modulus * inverse) mod 2 ^ 64 = 2 ^ 64 - 1 /\
  2 ^ 124 <= value (2 ^ 64) modulus < 2 ^ limbs_modulus_bits (Z.of_nat words).
(** Reduced numbers of n words. *)
Definition canonical_number words modulus xs := are_words words xs /\ value (2 ^ 64) xs < value (2 ^ 64) modulus.

Lemma limbwise_sums us : forall vs, digits_of (2 ^ 52) us -> digits_of (2 ^ 52) vs -> length us = length vs ->
  let sums := limbwise (add 64) us vs in
  bounded (2 ^ 61) sums /\ length sums = length us /\ value (2 ^ 52) sums = value (2 ^ 52) us + value (2 ^ 52) vs.
Proof.
  unfold limbwise. intros vs Du. revert vs. induction Du as [|u us Hu _ IH]; intros [|v vs] Dv Hl; try discriminate.
  - repeat split; constructor.
  - inversion_clear Dv as [|? ? Hv Hvs]. injection Hl as Hl. destruct (IH vs Hvs Hl) as (B & Ln & V).
    cbn [combine map fst snd length value]. rewrite V. assert (E : add 64 u v = u + v) by (apply Z.mod_small; lia).
    rewrite E. split; [constructor; [lia|exact B]|]. split; [lia|ring].
Qed.

Lemma limbwise_differences xs : forall ys, bounded (2 ^ 61) xs -> digits_of (2 ^ 52) ys -> length xs = length ys ->
  exists us, limbwise (sub 64) xs ys = map lane us /\ small_limbs us /\ length us = length xs /\
  value (2 ^ 52) us = value (2 ^ 52) xs - value (2 ^ 52) ys.
Proof.
  unfold limbwise. intros ys Dx. revert ys. induction Dx as [|x xs Hx _ IH]; intros [|y ys] Dy Hl; try discriminate.
  - exists []. repeat split; constructor.
  - inversion_clear Dy as [|? ? Hy Hys]. injection Hl as Hl. destruct (IH ys Hys Hl) as (us & E & Su & Lu & V).
    exists (x - y :: us). cbn [combine map fst snd length value]. rewrite E, V.
    split; [reflexivity|]. split; [constructor; [lia|exact Su]|]. split; [lia|ring].
Qed.

Lemma eltwise_facts_of limbs words inverse modulus : eltwise_modulus limbs words inverse modulus ->
  eltwise_facts limbs words inverse modulus.
Proof.
  intros (H & Hw & Hi & Hq). enough ((2 <= limbs <= 10)%nat /\ (0 < words)%nat /\
    4 <= limbs_shift (Z.of_nat limbs) (Z.of_nat words) < 52) by (unfold eltwise_facts; tauto).
  unfold eltwise_widths, limbs_shift in *.
  repeat destruct H as [H|H]; try contradiction; injection H as <- <-; cbn; lia.
Qed.

Section Right.
Context (limbs words : nat) (inverse : Z) (modulus : list Z) (Hm : eltwise_facts limbs words inverse modulus).

Local Notation q := (value (2 ^ 64) modulus).
Local Notation qs := (modulus_limbs limbs modulus).
Local Notation k := (low_inverse inverse).
Local Notation L := (Z.of_nat limbs).
Local Notation W := (Z.of_nat words).

Lemma room_for_modulus : 2 ^ (52 * L) = 2 ^ limbs_shift L W * 2 ^ (64 * W) /\ 0 < 2 ^ limbs_shift L W /\
  2 * q <= 2 ^ (64 * W) /\ 2 ^ (64 * W) <= 2 ^ (52 * L).
Proof.
  destruct Hm as (_ & HW & Hs & _ & _ & Hq). unfold limbs_shift, limbs_modulus_bits in *.
  assert (H : 0 < 2 ^ (52 * L - 64 * W)) by (apply power_positive; lia).
  replace (64 * W) with (Z.succ (64 * W - 1)) by lia. rewrite Z.pow_succ_r by lia.
  assert (E : 2 ^ (52 * L) = 2 ^ (52 * L - 64 * W) * (2 * 2 ^ (64 * W - 1))).
  { rewrite <- Z.pow_succ_r, <- Z.pow_add_r by lia. f_equal. lia. }
  rewrite E. replace (52 * L - Z.succ (64 * W - 1)) with (52 * L - 64 * W) by lia. split; [reflexivity|].
  split; [exact H|]. split; [lia|].
  set (R := 2 * 2 ^ (64 * W - 1)) in *. clearbody R.
  assert (1 * R <= 2 ^ (52 * L - 64 * W) * R) by (apply Z.mul_le_mono_nonneg_r; lia). lia.
Qed.

Lemma limbs_of_words_are shift xs : 0 <= shift < 52 -> are_words words xs ->
  2 ^ shift * value (2 ^ 64) xs < 2 ^ (52 * L) ->
  let ds := word_limbs 52 shift limbs xs in
  length ds = limbs /\ digits_of (2 ^ 52) ds /\ value (2 ^ 52) ds = 2 ^ shift * value (2 ^ 64) xs /\
  map low52 (word_digits limbs shift xs) = ds /\ length (word_digits limbs shift xs) = limbs.
Proof.
  intros Hs [Hx Lx] Hfit. cbv zeta.
  destruct (limbs_of_words 52 shift limbs xs ltac:(lia) Hs Hx) as (Hl & Hd & V). rewrite V.
  pose proof (words_range words xs (conj Hx Lx)) as Rx. pose proof (power_positive shift ltac:(lia)) as Hp.
  split; [exact Hl|]. split; [exact Hd|]. split.
  - rewrite Z.mod_small, Z.mul_comm; [reflexivity|]. rewrite Z.mul_comm. split; [|exact Hfit].
    apply Z.mul_nonneg_nonneg; lia.
  - unfold word_digits, word_limbs, numbers. rewrite !map_length, seq_length. split; [|reflexivity].
    rewrite !map_map. apply map_ext. intros i. symmetry. apply land_mask. lia.
Qed.

Lemma constants_are : length qs = limbs /\ digits_of (2 ^ 52) qs /\ value (2 ^ 52) qs = q /\ 0 <= k < 2 ^ 52 /\
  (q * k) mod 2 ^ 52 = 2 ^ 52 - 1.
Proof.
  pose proof room_for_modulus as (E & Hs & H2 & Hle). destruct Hm as (HL & HW & Hsh & Hq & Hi & Hb).
  destruct (limbs_of_words_are 0 modulus ltac:(lia) Hq ltac:(lia)) as (Lq & Dq & Vq & _).
  split; [exact Lq|]. split; [exact Dq|]. split; [unfold modulus_limbs; rewrite Vq; lia|].
  unfold low_inverse. rewrite land_mask by lia. split; [apply Z.mod_pos_bound; lia|].
  rewrite Zmult_mod_idemp_r, <- (mod_of_mod (q * inverse) 52 64), Hi by lia. reflexivity.
Qed.

(** The words of the residue of a number in [0, 2q), from its limbs, which are not carried. *)
Lemma finished_words xs T : bounded (2 ^ 61) xs -> length xs = limbs -> value (2 ^ 52) xs = T -> 0 <= T < 2 * q ->
  canonical_number words modulus (canonical_words limbs words modulus (less_modulus limbs modulus xs)) /\
  value (2 ^ 64) (canonical_words limbs words modulus (less_modulus limbs modulus xs)) = T mod q.
Proof.
  intros Hx Lx Ex HT. pose proof room_for_modulus as (E & Hs & H2 & Hle).
  destruct constants_are as (Lq & Dq & Vq & _). destruct Hm as (HL & HW & Hsh & Hq & Hi & Hb).
  destruct (limbwise_differences xs qs Hx Dq ltac:(lia)) as (us & Eu & Su & Lu & Vu). unfold less_modulus. rewrite Eu.
  destruct (exists_last (l := us)) as (vs & top & ->).
  { intros ->. cbn in Lu. lia. }
  rewrite app_length in Lu. cbn [length] in Lu. apply Forall_app in Su. destruct Su as [Sv _].
  unfold canonical_words. rewrite map_app. cbn [map].
  assert (EP : (2 ^ 52) ^ Z.of_nat (S (length vs)) = 2 ^ (52 * L)) by (rewrite <- Z.pow_mul_r by lia; f_equal; lia).
  destruct (limbs_canonical qs vs top (T - q)) as (Dr & Lr & Vr); try (rewrite ?Vq, ?EP; (assumption || lia)).
  { exists 0. rewrite Vu, Ex, Vq. ring. }
  set (rs := canonical_limbs _ _) in *. clearbody rs. rewrite Vq in Vr.
  assert (Er : (T - q) mod q = T mod q) by (apply (congruent _ _ _ 1); lia). rewrite Er in Vr.
  destruct (words_of_limbs 52 words rs ltac:(lia) Dr) as (Lw & Dw & Vw).
  rewrite Vr, Z.mod_small in Vw by (pose proof (Z.mod_pos_bound T q ltac:(lia)); lia).
  split; [|exact Vw]. split; [split; assumption|]. rewrite Vw. apply Z.mod_pos_bound. lia.
Qed.

Lemma reduced_words factors :
  Forall (fun xy => length (fst xy) = limbs /\ length (snd xy) = limbs) factors ->
  Z.of_nat (length factors) <= limbs_max_products ->
  let T := limb_reduction L (2 ^ 52) k q (sum_of_values factors) in 0 <= T < 2 * q ->
  let r := reduced_to_words limbs words inverse modulus factors in
  canonical_number words modulus r /\ value (2 ^ 64) r = T mod q.
Proof.
  intros HF Hn T HT. cbv zeta. unfold reduced_to_words.
  destruct constants_are as (Lq & Dq & Vq & Hk & Hi). assert (HL := proj1 Hm). assert (Hq := proj2 (proj2 Hm)).
  destruct (limbs_of_digit_are k qs Hk Dq) as (Lf & Df & Vf); try (rewrite Vq; assumption || lia).
  destruct (products_in_columns limbs factors HF Hn ltac:(lia)) as (Lc & Bc & Vc & Hroom).
  destruct (columns_reduced limbs k qs (limbs_of_digit k qs) (sum_of_products limbs factors) _ ltac:(lia) Lq
    ltac:(lia) Lc Dq Df Hk ltac:(rewrite Vq; exact Hi) Vf Bc ltac:(lia)) as (Lr & Br & Vr).
  rewrite Vc, Vq in Vr. fold T in Vr. apply finished_words; try assumption.
  eapply Forall_impl; [|exact Br]. cbn beta. intros. lia.
Qed.

(** x y / R modulo q. *)
Lemma mul_in_limbs_is xs ys : canonical_number words modulus xs -> canonical_number words modulus ys ->
  let r := mul_in_limbs limbs words inverse modulus xs ys in
  canonical_number words modulus r /\
  (value (2 ^ 64) r * 2 ^ (64 * W)) mod q = (value (2 ^ 64) xs * value (2 ^ 64) ys) mod q.
Proof.
  intros [Hx Lx] [Hy Ly]. cbv zeta. unfold mul_in_limbs. pose proof room_for_modulus as (E & Hs & H2 & Hle).
  destruct constants_are as (Lq & Dq & Vq & Hk & Hi). destruct Hm as (HL & HW & Hsh & Hq & Hinv & Hb).
  pose proof (words_range words xs Hx) as Rx. pose proof (words_range words ys Hy) as Ry.
  set (s := limbs_shift L W) in *.
  destruct (limbs_of_words_are s xs ltac:(lia) Hx) as (_ & _ & Vx & Ex & Lxd).
  { rewrite E. apply Z.mul_lt_mono_pos_l; lia. }
  destruct (limbs_of_words_are 0 ys ltac:(lia) Hy ltac:(lia)) as (_ & _ & Vy & Ey & Lyd).
  destruct (limb_product L W k q (value (2 ^ 64) xs) (value (2 ^ 64) ys)) as (HT & ET & _); try (assumption || lia).
  fold s in HT, ET.
  assert (S : sum_of_values [(word_digits limbs s xs, word_digits limbs 0 ys)] =
    2 ^ s * value (2 ^ 64) xs * value (2 ^ 64) ys).
  { unfold sum_of_values. cbn [fold_right fst snd]. rewrite Ex, Ey, Vx, Vy. ring. }
  rewrite <- S in HT, ET.
  destruct (reduced_words [(word_digits limbs s xs, word_digits limbs 0 ys)]) as (Hr & Vr); try exact HT.
  { constructor; [split; assumption|constructor]. }
  { unfold limbs_max_products. cbn. lia. }
  split; [exact Hr|]. rewrite Vr, Zmult_mod_idemp_l. apply (odd_cancels q inverse s); try (assumption || lia).
  { rewrite <- (mod_of_mod _ 1 64), Hinv by lia. reflexivity. }
  rewrite E in ET. rewrite Z.mul_assoc, (Z.mul_comm (2 ^ s)), <- Z.mul_assoc, ET, S. f_equal. ring.
Qed.

Lemma add_in_limbs_is xs ys : canonical_number words modulus xs -> canonical_number words modulus ys ->
  let r := add_in_limbs limbs words modulus xs ys in
  canonical_number words modulus r /\ value (2 ^ 64) r = (value (2 ^ 64) xs + value (2 ^ 64) ys) mod q.
Proof.
  intros [Hx Lx] [Hy Ly]. cbv zeta. unfold add_in_limbs. pose proof room_for_modulus as (E & Hs & H2 & Hle).
  pose proof (words_range words xs Hx) as Rx. pose proof (words_range words ys Hy) as Ry.
  destruct (limbs_of_words_are 0 xs ltac:(lia) Hx ltac:(lia)) as (Lxd & Dx & Vx & _).
  destruct (limbs_of_words_are 0 ys ltac:(lia) Hy ltac:(lia)) as (Lyd & Dy & Vy & _).
  destruct (limbwise_sums (word_limbs 52 0 limbs xs) (word_limbs 52 0 limbs ys) Dx Dy ltac:(lia)) as (B & Ln & V).
  rewrite Z.pow_0_r, Z.mul_1_l in Vx, Vy. rewrite Vx, Vy in V. apply finished_words; try assumption; lia.
Qed.

(** The sum divided by 2^(52 limbs). *)
Lemma sum_in_limbs_is pairs :
  Forall (fun xy => canonical_number words modulus (fst xy) /\ canonical_number words modulus (snd xy)) pairs ->
  Z.of_nat (length pairs) <= limbs_max_products ->
  let r := sum_in_limbs limbs words inverse modulus pairs in
  canonical_number words modulus r /\ (value (2 ^ 64) r * 2 ^ (52 * L)) mod q = products_of_words pairs mod q.
Proof.
  intros HF Hn. cbv zeta. unfold sum_in_limbs. pose proof room_for_modulus as (E & Hs & H2 & Hle).
  destruct constants_are as (Lq & Dq & Vq & Hk & Hi).
    set (factors := map (fun xy => (word_digits limbs 0 (fst xy), word_digits limbs 0 (snd xy))) pairs).
  assert (S : Forall (fun xy => length (fst xy) = limbs /\ length (snd xy) = limbs) factors /\
    sum_of_values factors = products_of_words pairs /\
    0 <= products_of_words pairs <= Z.of_nat (length pairs) * (q * q)).
  { unfold factors. clear Hn factors. induction HF as [|[xs ys] pairs [[Hx Lx] [Hy Ly]] _ (F & V & B)].
    - cbn. repeat split; try constructor; lia.
    - cbn [fst snd] in *. pose proof (words_range words xs Hx) as Rx. pose proof (words_range words ys Hy) as Ry.
      destruct (limbs_of_words_are 0 xs ltac:(lia) Hx ltac:(lia)) as (_ & _ & Vx & Ex & Lxd).
      destruct (limbs_of_words_are 0 ys ltac:(lia) Hy ltac:(lia)) as (_ & _ & Vy & Ey & Lyd).
      assert (0 <= value (2 ^ 64) xs * value (2 ^ 64) ys <= q * q)
        by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg]; lia).
      cbn [map]. split; [constructor; [split; assumption|exact F]|].
      unfold sum_of_values, products_of_words in *. cbn [fold_right fst snd length]. rewrite Ex, Ey, Vx, Vy, V.
      split; [ring|lia]. }
  destruct S as (F & V & B). assert (Ln : length factors = length pairs) by apply map_length. clearbody factors.
  assert (HqL := proj2 (proj2 Hm)). assert (HL := proj1 Hm). assert (HW := proj1 (proj2 Hm)).
  destruct (limb_sum L W k q (sum_of_values factors)) as (HT & ET); try (assumption || lia).
  { rewrite V. split; [lia|]. assert (Z.of_nat (length pairs) * (q * q) <= limbs_max_products * (q * q)).
    { apply Z.mul_le_mono_nonneg_r; [apply Z.mul_nonneg_nonneg|]; lia. } lia. }
  destruct (reduced_words factors F) as (Hr & Vr); [rewrite Ln; exact Hn|exact HT|].
  split; [exact Hr|]. rewrite Vr, Zmult_mod_idemp_l, ET, V. reflexivity.
Qed.

Lemma zero_is_canonical : canonical_number words modulus (repeat 0 words) /\ value (2 ^ 64) (repeat 0 words) = 0.
Proof.
  destruct Hm as (_ & _ & _ & _ & _ & Hb). rewrite value_zeros. split; [|reflexivity].
  split; [|rewrite value_zeros; lia]. split; [|apply repeat_length].
  apply Forall_forall. intros d Hd. apply repeat_spec in Hd. lia.
Qed.
End Right.

(** Products and sums of canonical words are canonical words: x y / R and x + y modulo q. *)
Theorem words_in_limbs limbs words inverse modulus xs ys : eltwise_modulus limbs words inverse modulus ->
  canonical_number words modulus xs -> canonical_number words modulus ys ->
  let q := value (2 ^ 64) modulus in let x := value (2 ^ 64) xs in let y := value (2 ^ 64) ys in
  let product := mul_in_limbs limbs words inverse modulus xs ys in let sum := add_in_limbs limbs words modulus xs ys in
  canonical_number words modulus product /\
  (value (2 ^ 64) product * 2 ^ (64 * Z.of_nat words)) mod q = (x * y) mod q /\
  canonical_number words modulus sum /\ value (2 ^ 64) sum = (x + y) mod q.
Proof.
  intros Hm%eltwise_facts_of Hx Hy. cbv zeta.
  destruct (mul_in_limbs_is limbs words inverse modulus Hm xs ys Hx Hy) as [P EP].
  destruct (add_in_limbs_is limbs words inverse modulus Hm xs ys Hx Hy) as [S ES]. auto.
Qed.

Definition are_factors words modulus (pairs : list (list Z * list Z)) :=
  Forall (fun xy => canonical_number words modulus (fst xy) /\ canonical_number words modulus (snd xy)) pairs.

(** Any number of sums, each of at most as many products as the traits allow: their sum divided by R. *)
Theorem inner_product_is limbs words inverse modulus square sums : eltwise_modulus limbs words inverse modulus ->
  let q := value (2 ^ 64) modulus in let R := 2 ^ (64 * Z.of_nat words) in
  canonical_number words modulus square -> value (2 ^ 64) square = (R * R) mod q ->
  Forall (fun pairs => are_factors words modulus pairs /\ Z.of_nat (length pairs) <= limbs_max_products) sums ->
  let r := inner_product_in_limbs limbs words inverse modulus square sums in
  canonical_number words modulus r /\ (value (2 ^ 64) r * R) mod q = sums_of_words sums mod q.
Proof.
  intros Hm%eltwise_facts_of. cbv zeta. intros Hsq Esq HF. unfold inner_product_in_limbs, finish_sum_in_limbs.
  pose proof (room_for_modulus limbs words inverse modulus Hm) as (E & Hs & H2 & Hle).
  destruct (zero_is_canonical limbs words inverse modulus Hm) as [C0 V0]. set (zeros := repeat 0 words) in *.
  assert (Hq : 0 < value (2 ^ 64) modulus) by (destruct Hm as (_ & _ & _ & _ & _ & Hb); lia).
  assert (F : forall total, canonical_number words modulus total ->
    let t := fold_left (fun total pairs => add_in_limbs limbs words modulus total
      (sum_in_limbs limbs words inverse modulus pairs)) sums total in
    canonical_number words modulus t /\ (value (2 ^ 64) t * 2 ^ (52 * Z.of_nat limbs)) mod value (2 ^ 64) modulus =
      (value (2 ^ 64) total * 2 ^ (52 * Z.of_nat limbs) + sums_of_words sums) mod value (2 ^ 64) modulus).
  { induction HF as [|pairs sums [Hp Hn] _ IH]; intros total Ct; cbn [fold_left].
    - unfold sums_of_words. cbn [fold_right]. rewrite Z.add_0_r. auto.
    - destruct (sum_in_limbs_is limbs words inverse modulus Hm pairs Hp Hn) as [Cs Es].
      destruct (add_in_limbs_is limbs words inverse modulus Hm total _ Ct Cs) as [Ca Ea].
      destruct (IH _ Ca) as [Cr Er]. split; [exact Cr|]. rewrite Er, Ea.
      rewrite Z.add_mod, Zmult_mod_idemp_l, <- Z.add_mod, Z.mul_add_distr_r by lia.
      rewrite <- Z.add_assoc, (Z.add_comm (value (2 ^ 64) total * _)), <- Z.add_assoc by lia.
      rewrite Z.add_mod, Es, <- Z.add_mod by lia.
      unfold sums_of_words. cbn [fold_right]. f_equal. ring. }
  destruct (F zeros C0) as [Ct Et]. rewrite V0, Z.mul_0_l, Z.add_0_l in Et.
  set (t := fold_left _ sums zeros) in *. clearbody t. clear F.
  set (power := 2 ^ limbs_shift _ _ :: repeat 0 (words - 1)).
  assert (Hp : canonical_number words modulus power /\
    value (2 ^ 64) power = 2 ^ limbs_shift (Z.of_nat limbs) (Z.of_nat words)).
  { destruct Hm as (_ & HW & Hsh & _ & _ & Hb). unfold power. cbn [value]. rewrite value_zeros, Z.mul_0_r, Z.add_0_r.
    assert (B : 2 ^ limbs_shift (Z.of_nat limbs) (Z.of_nat words) < 2 ^ 52) by (apply Z.pow_lt_mono_r; lia).
    split; [|reflexivity]. split; [|cbn [value]; rewrite value_zeros; lia].
    split; [|cbn [length]; rewrite repeat_length; lia].
    constructor; [lia|]. apply Forall_forall. intros d Hd. apply repeat_spec in Hd. lia. }
  destruct Hp as [Cp Vp].
  destruct (mul_in_limbs_is limbs words inverse modulus Hm t power Ct Cp) as [Cv Ev].
  destruct (mul_in_limbs_is limbs words inverse modulus Hm _ square Cv Hsq) as [Cw Ew]. split; [exact Cw|].
  set (v := mul_in_limbs _ _ _ _ t power) in *. set (w := mul_in_limbs _ _ _ _ v square) in *. clearbody v w power.
  rewrite Vp in Ev. rewrite Esq, Zmult_mod_idemp_r in Ew. set (q := value (2 ^ 64) modulus) in *.
  set (R := 2 ^ (64 * Z.of_nat words)) in *. set (s := 2 ^ limbs_shift _ _) in *.
  assert (Ew' : value (2 ^ 64) w mod q = (value (2 ^ 64) v * R) mod q).
  { apply (odd_cancels q inverse (64 * Z.of_nat words)); try lia.
    - destruct Hm as (_ & _ & _ & _ & Hi & _). change 2 with (2 ^ 1).
      rewrite <- (mod_of_mod _ 1 64) by lia. unfold q. rewrite Hi. reflexivity.
    - fold R. rewrite Z.mul_comm, Ew. f_equal. ring. }
  rewrite Z.mul_mod, Ew', Ev, <- Z.mul_mod, <- Et, E by lia. f_equal. ring.
Qed.
