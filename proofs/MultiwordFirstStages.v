(** The first three stages of a cyclic transform modulo several words, which the kernel computes together: sections 18.4
    and 19.1 of docs/bounds/multiword.md, after multiword_first_stages of src/kernels/multiword_ntt_stages.hpp. As
    there, one function works on values, on their ranges and on the sizes of their limbs: on any type with these
    operations. *)
From Coq Require Import List.
From Ringlet Require Import Words.
Import ListNotations.

Section First.
(** [product w] is by twiddle w of the table; [lifted factor] adds factor q. *)
Context {V : Type} (product : nat -> V -> V) (add sub : V -> V -> V) (lifted : Z -> V -> V) (reduced : V -> V).
Context (below depth offset : Z).

Definition one_butterfly w x y := let t := product w y in (add x t, sub x t).

(** The values of one place, an eighth of the transform apart: sums and differences of two stages, then the third
    stage. *)
Definition first_three (input : nat -> V) : list V :=
  let sum i := add (input i) (input (i + 4)%nat) in let difference i := sub (input i) (input (i + 4)%nat) in
  let x0 := add (sum 0%nat) (sum 2%nat) in let x2 := sub (sum 0%nat) (sum 2%nat) in
  let (x4, x6) := one_butterfly 1 (lifted offset (difference 0%nat)) (lifted below (difference 2%nat)) in
  let x1 := add (sum 1%nat) (sum 3%nat) in let x3 := sub (sum 1%nat) (sum 3%nat) in
  let (x5, x7) := one_butterfly 1 (difference 1%nat) (lifted below (difference 3%nat)) in
  let all := add x0 x1 in let x1 := lifted offset (sub x0 x1) in
  let (x2, x3) := one_butterfly 1 (lifted offset x2) (lifted (2 * below) x3) in
  let (x4, x5) := one_butterfly 2 x4 (lifted (below + depth) x5) in
  let (x6, x7) := one_butterfly 3 x6 (lifted (below + depth) x7) in
  let (x0, x1) := if 2 <? below then (reduced (lifted 1 all), lifted offset (reduced x1)) else (all, x1) in
  [lifted offset x0; x1; x2; x3; x4; x5; x6; x7].
End First.

(** A relation that all operations preserve, from operands to results, carries over from the input of these stages to
    their results. *)
Lemma first_three_related {A B : Type} (R : A -> B -> Prop) product product' add add' sub sub' lifted lifted'
    reduced reduced' below depth offset input input' :
  (forall w a b, R a b -> R (product w a) (product' w b)) ->
  (forall a b c d, R a b -> R c d -> R (add a c) (add' b d)) ->
  (forall a b c d, R a b -> R c d -> R (sub a c) (sub' b d)) ->
  (forall factor a b, R a b -> R (lifted factor a) (lifted' factor b)) ->
  (forall a b, R a b -> R (reduced a) (reduced' b)) ->
  (forall k, (k < 8)%nat -> R (input k) (input' k)) ->
  Forall2 R (first_three product add sub lifted reduced below depth offset input)
    (first_three product' add' sub' lifted' reduced' below depth offset input').
Proof.
  intros Hp Ha Hs Hl Hr Hi. unfold first_three, one_butterfly. cbn [Nat.add].
  assert (I : R (input 0%nat) (input' 0%nat) /\ R (input 1%nat) (input' 1%nat) /\ R (input 2%nat) (input' 2%nat) /\
    R (input 3%nat) (input' 3%nat) /\ R (input 4%nat) (input' 4%nat) /\ R (input 5%nat) (input' 5%nat) /\
    R (input 6%nat) (input' 6%nat) /\ R (input 7%nat) (input' 7%nat)) by (repeat split; apply Hi; lia).
  destruct I as (I0 & I1 & I2 & I3 & I4 & I5 & I6 & I7). clear Hi.
  destruct (2 <? below); repeat first [apply Forall2_cons | apply Forall2_nil];
    repeat first [assumption | apply Hl | apply Ha | apply Hs | apply Hp | apply Hr].
Qed.

Lemma forall2_at {A B : Type} (R : A -> B -> Prop) xs ys k x y : Forall2 R xs ys -> (k < length xs)%nat ->
  R (nth k xs x) (nth k ys y).
Proof.
  intros H. revert k. induction H as [|a b xs ys Hab _ IH]; cbn [length]; intros k Hk; [lia|].
  destruct k as [|k]; cbn [nth]; [exact Hab|apply IH; lia].
Qed.
