(** Sums and differences of numbers of several words, word by word with their carries and borrows, as in
    MontgomeryWords: sections 8.1 and 17.2 of docs/bounds. They equal those of WordSums.v, which are about whole
    numbers. *)
From Coq Require Import List.
From Ringlet Require Import Words Constants Montgomery Word128 WordSums MontgomeryLimbs.
Import ListNotations.

(** One word after the other: the carry to the next one, and the carry of the last one. *)
Fixpoint along_words (step : Z -> Z -> bool -> Z * bool) (carry : bool) (xs ys : list Z) : list Z * bool :=
  match xs, ys with
  | x :: xs, y :: ys =>
      let (word, next) := step x y carry in let (words, last) := along_words step next xs ys in (word :: words, last)
  | _, _ => ([], carry)
  end.
Definition add_words := along_words add_carry.
Definition sub_words := along_words sub_borrow.

(** [subtract], [subtract_once], [add] and [sub] of MontgomeryWords. *)
Definition subtract_words qs xs ys :=
  let (words, borrow) := sub_words false xs ys in
  fst (add_words false words (map (fun q => if borrow then q else 0) qs)).
Definition subtract_words_once qs xs := subtract_words qs xs qs.
Definition add_words_modulo qs xs ys := subtract_words_once qs (fst (add_words false xs ys)).

(** Numbers of n words. *)
Definition are_words n words := digits_of (2 ^ 64) words /\ length words = n.

Lemma words_range n words : are_words n words -> 0 <= value (2 ^ 64) words < 2 ^ (64 * Z.of_nat n).
Proof. intros [H <-]. rewrite Z.pow_mul_r by lia. apply value_of_digits; [lia|exact H]. Qed.

(** For sums, [sign] is 1; for differences, -1. *)
Lemma along_words_are sign (step : Z -> Z -> bool -> Z * bool) :
  (forall x y carry, fits 64 x -> fits 64 y -> let (word, next) := step x y carry in
    fits 64 word /\ word + sign * (2 ^ 64 * flag next) = x + sign * (y + flag carry)) ->
  forall n xs ys carry, are_words n xs -> are_words n ys ->
  let (words, last) := along_words step carry xs ys in
  are_words n words /\ value (2 ^ 64) words + sign * (2 ^ (64 * Z.of_nat n) * flag last) =
    value (2 ^ 64) xs + sign * (value (2 ^ 64) ys + flag carry).
Proof.
  intros Hstep. induction n as [|n IH]; intros [|x xs] [|y ys] carry [Hx Lx] [Hy Ly]; try discriminate;
    cbn [along_words].
  - split; [split; [constructor|reflexivity]|]. change (2 ^ (64 * Z.of_nat 0)) with 1. cbn [value]. ring.
  - inversion_clear Hx as [|? ? Hx0 Hxs]. inversion_clear Hy as [|? ? Hy0 Hys]. injection Lx as Lx. injection Ly as Ly.
    pose proof (Hstep x y carry Hx0 Hy0) as C. destruct (step x y carry) as [word next].
    destruct C as [Hw Ew]. specialize (IH xs ys next (conj Hxs Lx) (conj Hys Ly)).
    destruct (along_words step next xs ys) as [words last]. destruct IH as [[Hws Lw] E].
    split; [split; [constructor; assumption|cbn [length]; lia]|]. cbn [value].
    replace (64 * Z.of_nat (S n)) with (64 + 64 * Z.of_nat n) by lia. rewrite Z.pow_add_r by lia. lia.
Qed.

(** Sums and differences modulo 2^(64 n), and when there is a borrow. *)
Theorem words_with_carries n xs ys : are_words n xs -> are_words n ys ->
  let W := 64 * Z.of_nat n in let x := value (2 ^ 64) xs in let y := value (2 ^ 64) ys in
  let (sums, _) := add_words false xs ys in let (differences, borrow) := sub_words false xs ys in
  are_words n sums /\ value (2 ^ 64) sums = add W x y /\
  are_words n differences /\ value (2 ^ 64) differences = sub W x y /\ borrow = (x <? y).
Proof.
  intros Hx Hy. cbv zeta. unfold add_words, sub_words.
  pose proof (along_words_are 1 add_carry) as A. pose proof (along_words_are (-1) sub_borrow) as S.
  specialize (A ltac:(intros x y c Fx Fy; destruct (carries_agree x y c Fx Fy) as [C _]; destruct (add_carry x y c);
    split; [apply C|lia]) n xs ys false Hx Hy).
  specialize (S ltac:(intros x y c Fx Fy; destruct (borrows_agree x y c Fx Fy) as [C _]; destruct (sub_borrow x y c);
    split; [apply C|lia]) n xs ys false Hx Hy).
  pose proof (words_range n xs Hx) as Rx. pose proof (words_range n ys Hy) as Ry.
  destruct (along_words add_carry false xs ys) as [sums last].
  destruct (along_words sub_borrow false xs ys) as [differences borrow]. destruct A as [Ha Ea]. destruct S as [Hs Es].
  pose proof (words_range n sums Ha) as Ra. pose proof (words_range n differences Hs) as Rs.
  set (R := 2 ^ (64 * Z.of_nat n)) in *. unfold add, sub. fold R. cbn [flag] in Ea, Es.
  split; [exact Ha|]. split; [apply (Z.mod_unique _ _ (flag last)); lia|]. split; [exact Hs|].
  split; [apply (Z.mod_unique _ _ (- flag borrow)); lia|].
  destruct (Z.ltb_spec (value (2 ^ 64) xs) (value (2 ^ 64) ys)); destruct borrow; cbn [flag] in Es;
    (reflexivity || lia).
Qed.

Lemma selected_words n qs (condition : bool) : are_words n qs ->
  let words := map (fun q => if condition then q else 0) qs in
  are_words n words /\ value (2 ^ 64) words = if condition then value (2 ^ 64) qs else 0.
Proof.
  intros [Hq <-]. cbv zeta. unfold are_words. rewrite map_length. destruct condition.
  - rewrite map_id. auto.
  - split; [split; [|reflexivity]|].
    + apply Forall_forall. intros d Hd. apply in_map_iff in Hd. destruct Hd as (? & <- & _). lia.
    + clear. induction qs as [|q qs IH]; cbn [map value]; [reflexivity|rewrite IH; lia].
Qed.

(** Word by word, or as whole numbers. *)
Lemma subtract_words_is n qs xs ys : are_words n qs -> are_words n xs -> are_words n ys ->
  let words := subtract_words qs xs ys in
  are_words n words /\ value (2 ^ 64) words =
    words_subtract (64 * Z.of_nat n) (value (2 ^ 64) qs) (value (2 ^ 64) xs) (value (2 ^ 64) ys).
Proof.
  intros Hq Hx Hy. cbv zeta. unfold subtract_words. pose proof (words_with_carries n xs ys Hx Hy) as C. cbv zeta in C.
  destruct (add_words false xs ys) as [sums ?]. destruct (sub_words false xs ys) as [words borrow].
  destruct C as (_ & _ & Hw & Ew & ->). set (borrow := _ <? _). destruct (selected_words n qs borrow Hq) as [Hs Es].
  cbv zeta in Hs, Es. set (selected := map _ qs) in *. clearbody selected.
  pose proof (words_with_carries n words selected Hw Hs) as C. cbv zeta in C.
  destruct (add_words false words selected) as [results ?]. destruct (sub_words false words selected) as [? ?].
  destruct C as (Hr & Er & _). cbn [fst]. split; [exact Hr|]. rewrite Er, Es, Ew. unfold words_subtract. fold borrow.
  destruct borrow; [reflexivity|]. unfold add, sub. rewrite Z.add_0_r. apply Z.mod_mod.
  pose proof (words_range n xs Hx). lia.
Qed.

(** Reduction from below 2 q to below q; sums and differences of canonical numbers are canonical and right modulo q. The
    modulus has at least one bit less than its words. *)
Theorem words_modulo words qs xs ys :
  let n := Z.to_nat words in let q := value (2 ^ 64) qs in
  let x := value (2 ^ 64) xs in let y := value (2 ^ 64) ys in
  0 < words -> are_words n qs -> are_words n xs -> are_words n ys -> 0 < q < 2 ^ words_modulus_bits words ->
  (x < 2 * q -> are_words n (subtract_words_once qs xs) /\ value (2 ^ 64) (subtract_words_once qs xs) = x mod q) /\
  (x < q -> y < q ->
   are_words n (add_words_modulo qs xs ys) /\ value (2 ^ 64) (add_words_modulo qs xs ys) = (x + y) mod q /\
   are_words n (subtract_words qs xs ys) /\ value (2 ^ 64) (subtract_words qs xs ys) = (x - y) mod q).
Proof.
  intros n q x y Hn Hq Hx Hy Hfit. unfold words_modulus_bits in Hfit.
  pose proof (words_range n xs Hx) as Rx. pose proof (words_range n ys Hy) as Ry. fold x in Rx. fold y in Ry.
  assert (En : 64 * Z.of_nat n = 64 * words) by (unfold n; lia). rewrite En in *.
  assert (H2 : 2 * q <= 2 ^ (64 * words)).
  { replace (64 * words) with (Z.succ (64 * words - 1)) by lia. rewrite Z.pow_succ_r by lia. lia. }
  assert (Once : forall zs, are_words n zs -> value (2 ^ 64) zs < 2 * q ->
    are_words n (subtract_words_once qs zs) /\ value (2 ^ 64) (subtract_words_once qs zs) = value (2 ^ 64) zs mod q).
  { intros zs Hz Lz. destruct (subtract_words_is n qs zs qs Hq Hz Hq) as [Hr Er]. split; [exact Hr|].
    unfold subtract_words_once. rewrite Er, En. fold q. pose proof (words_range n zs Hz).
    destruct (words_subtract_once_is (64 * words) q (value (2 ^ 64) zs) H2 ltac:(lia)) as [B E].
    unfold words_subtract_once in *. rewrite <- E. symmetry. apply Z.mod_small. exact B. }
  split; [intros L; apply Once; assumption|]. intros Lx Ly.
  pose proof (words_with_carries n xs ys Hx Hy) as C. cbv zeta in C. unfold add_words_modulo.
  destruct (add_words false xs ys) as [sums ?]. destruct (sub_words false xs ys) as [? ?].
  destruct C as (Hs & Es & _). rewrite En in Es. unfold add in Es. fold x y in Es. rewrite Z.mod_small in Es by lia.
  cbn [fst]. rewrite <- Es. destruct (Once sums Hs ltac:(lia)) as [Ha Ea]. split; [exact Ha|]. split; [exact Ea|].
  destruct (subtract_words_is n qs xs ys Hq Hx Hy) as [Hd Ed]. split; [exact Hd|].
  rewrite Ed, En. fold q x y. unfold words_subtract, add, sub. destruct (Z.ltb_spec x y).
  - rewrite Zplus_mod_idemp_l, Z.mod_small by lia. apply (Z.mod_unique _ _ (-1)); lia.
  - rewrite !Z.mod_small by lia. reflexivity.
Qed.
