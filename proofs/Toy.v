(** The model on toy words: for all moduli, multiplicands and operands of few bits, Coq evaluates the definitions that
    the theorems of other files are about, and states a digest of all results in order. tests/toy calls the arithmetics
    of src/arith with the same operands, compiled over toy words, and compares its digest of the results with the stated
    one. *)
From Coq Require Import List.
From Ringlet Require Import Words Constants Shoup Barrett Montgomery Rows FullWords.
Import ListNotations.

(** Computed modulo 2^32, in a form that takes few steps to evaluate. *)
Definition digest h result := Z.land (16777619 * h + (result + 1)) 4294967295.

(** Applies [f] to all i from [first] on, below [limit], in sequence. *)
Fixpoint counted (n : nat) (i : Z) (f : Z -> Z -> Z) (h : Z) : Z :=
  match n with O => h | S rest => counted rest (i + 1) f (f i h) end.
Definition each first limit := counted (Z.to_nat (limit - first)) first.

(** ** Words of eight bits, q of up to eight bits less those of the capacity. *)

(** The digest of all products x w, for any word x. *)
Definition shoup_products capacity high :=
  each 2 (256 / capacity) (fun q => each 0 q (fun w => let quotient := w * 2 ^ 8 / q in each 0 256 (fun x h =>
    digest h (mul_low_difference 8 x w (high x quotient) q)))) 0.

(** The digest of all x y, for x and y below factor q. *)
Definition barrett_products capacity factor high :=
  each 2 (256 / capacity) (fun q => each 0 (factor * q) (fun x => each 0 (factor * q) (fun y h =>
    digest h (barrett_product high 1 factor (length_of q) q x y)))) 0.

Definition word_remainders capacity :=
  each 2 (256 / capacity) (fun q => each 0 256 (fun x h => digest h (word_remainder 8 q x))) 0.

Ltac evaluated := match goal with |- _ = ?n => vm_cast_no_check (eq_refl n) end.

Theorem toy_exact_products : shoup_products 8 (mul_high 8) = 2167164064.
Proof. evaluated. Qed.

(** The digests of short high products and of truncated ones are equal. *)
Theorem toy_short_products : shoup_products 8 (mul_high_short 4) = 2560387584.
Proof. evaluated. Qed.

Theorem toy_barrett_exact : barrett_products 4 1 (mul_high 8) = 1923085940.
Proof. evaluated. Qed.

Theorem toy_barrett_short : barrett_products 8 1 (mul_high_short 4) = 1941983710.
Proof. evaluated. Qed.

Theorem toy_barrett_lazy : barrett_products 64 4 (mul_high_short 4) = 1893779203.
Proof. evaluated. Qed.

Theorem toy_word_remainders : word_remainders 4 = 393493359.
Proof. evaluated. Qed.

(** Moduli of seven and eight bits without room above q: products with multiplicands for any word x, and of two numbers
    below q. *)
Definition full_products W :=
  each 124 132 (fun q => each 0 q (fun w => each 0 256 (fun x h => digest h (signed_product W q w x)))) 0.
Definition full_remainders W :=
  each 124 132 (fun q => each 0 q (fun y => each 0 q (fun x h => digest h (any_product W q x y)))) 0.

Theorem toy_full_products : full_products 8 = 860700187.
Proof. evaluated. Qed.

Theorem toy_full_remainders : full_remainders 8 = 4215476668.
Proof. evaluated. Qed.

(** ** Multiply-adds of k bits in lanes of W

    These are the definitions of the other files with 64 and 52 as parameters, as the first theorem states. *)

Definition madd_low W k acc x y := (acc + (x mod 2 ^ k) * (y mod 2 ^ k) mod 2 ^ k) mod 2 ^ W.
Definition madd_high W k acc x y := (acc + (x mod 2 ^ k) * (y mod 2 ^ k) / 2 ^ k) mod 2 ^ W.

Definition product_in_lanes W k q w x :=
  madd_low W k (madd_low W k 0 x w) (madd_high W k 0 x (w * 2 ^ k / q)) (2 ^ k - q).
Definition reduction_in_lanes W k q x := madd_low W k x (madd_high W k 0 x (word_quotient k q)) (2 ^ k - q) mod 2 ^ k.
Definition leading_in_lanes W k b q x :=
  madd_high W k 0 (shift_right (leading_shift b) x) (product_quotient k b q).

Theorem toy_lanes_are_lanes b q w x : 2 <= b <= 52 -> 1 < q -> 0 <= w < q ->
  product_in_lanes 64 52 q w x = ifma_twiddle_product 0 q w x /\
  reduction_in_lanes 64 52 q x = ifma_reduce q x /\
  leading_in_lanes 64 52 b q x = snd (leading_remainder b q x).
Proof.
  intros Hb Hq Hw. destruct (shorter_quotients b q) as (E1 & _ & E2); try lia.
  destruct (shoup_quotient_fits w q) as [_ E3]; try lia.
  unfold ifma_twiddle_product, ifma_reduce, leading_remainder, snd. rewrite E2, E3.
  change (leading_quotient (product_quotient 64 b q)) with (ifma_product_quotient (product_quotient 64 b q) 0).
  rewrite E1. repeat split; reflexivity.
Qed.

(** Eight bits in lanes of ten. *)
Definition ifma_products capacity :=
  each 2 (256 / capacity) (fun q => each 0 q (fun w => each 0 256 (fun x h =>
    digest h (product_in_lanes 10 8 q w x mod 2 ^ 8)))) 0.
Definition ifma_reductions capacity :=
  each 2 (256 / capacity) (fun q => each 0 1024 (fun x h => digest h (reduction_in_lanes 10 8 q x))) 0.
Definition leading_remainders capacity :=
  each 16 (256 / capacity) (fun q => each 0 1024 (fun x h =>
    digest h (sub 10 x (mul_low 10 (leading_in_lanes 10 8 (length_of q) q x) q)))) 0.

Theorem toy_ifma_products : ifma_products 8 = 2167164064.
Proof. evaluated. Qed.

Theorem toy_ifma_reductions : ifma_reductions 8 = 4103623700.
Proof. evaluated. Qed.

Theorem toy_leading_remainders : leading_remainders 4 = 1111960912.
Proof. evaluated. Qed.

(** ** Montgomery's product of two words of four bits

    For all x below an odd q and all y; q^4 is 1 modulo 16. *)

Definition montgomery_products limit :=
  each 1 (limit / 2) (fun i => let q := 2 * i + 1 in each 0 q (fun x => each 0 256 (fun y h =>
    digest h (fold_left (word_step 16 ((- q ^ 3) mod 16) q x) [y mod 16; y / 16] 0)))) 0.

Theorem toy_montgomery_products : montgomery_products 32 = 3595802592.
Proof. evaluated. Qed.

(** ** Products by two rows of limbs of six bits

    x has two limbs; the result has one, modulo 2^12. *)

Definition row_products limit :=
  each 2 limit (fun q => each 0 q (fun w => each 0 4096 (fun x h =>
    let xs := [x mod 2 ^ 6; x / 2 ^ 6] in let ws := [w; w * 2 ^ 6 mod q] in
    let mq := radix52_row_multiple 2 * q in
    digest h ((rows_sum xs ws - rows_quotient (2 ^ 6) mq xs ws * mq) mod 2 ^ 12)))) 0.

Theorem toy_row_products : row_products 10 = 2045610752.
Proof. evaluated. Qed.
