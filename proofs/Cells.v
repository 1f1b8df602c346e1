(** Ranges of forward transforms on 128-bit words in limbs of 52 bits: sections 13.2 to 13.4 of docs/bounds/limbs52.md.
    There are two or three limbs, the cases for which the sources give numbers. *)
From Ringlet Require Import Words Constants.

(** The range after n stages. *)
Fixpoint after_stages (n : nat) growth r :=
  match n with O => r | S before => radix52_ct_result growth (after_stages before growth r) end.
Definition inside r outer := low outer <= low r /\ high r <= high outer.

Lemma after_stages_is n growth r :
  after_stages n growth r = mk_range (low r - Z.of_nat n * growth * 256) (high r + Z.of_nat n * growth * 256).
Proof.
  induction n as [|n IH]; cbn [after_stages].
  - destruct r; cbn; f_equal; lia.
  - rewrite IH. unfold radix52_ct_result. cbn [low high]. f_equal; lia.
Qed.

Lemma accepts_spec growth capacity x :
  growth * 256 <= low x -> high x + growth * 256 <= capacity -> radix52_ct_accepts growth capacity x = true.
Proof.
  intros Hl Hh. unfold radix52_ct_accepts. apply Z.leb_le in Hl. apply Z.leb_le in Hh. rewrite Hl. exact Hh.
Qed.

(** The digits of every value below the capacity fit the limbs. *)
Theorem radix52_fits limbs q x : limbs = 2 \/ limbs = 3 -> 0 < q < 2 ^ radix52_modulus_bits limbs ->
  below q (radix52_capacity limbs) x -> fits (52 * limbs) x.
Proof.
  intros [-> | ->]; unfold radix52_modulus_bits, radix52_capacity, below, fits; cbn [Z.eqb Pos.eqb]; lia.
Qed.

(** T is the product of section 13.1, in (-g q, g q). *)
Theorem radix52_butterfly_in_range growth capacity q r x T :
  within q r x -> radix52_ct_accepts growth capacity r = true -> - (growth * q) < T < growth * q ->
  within q (radix52_ct_result growth r) (x + T) /\ within q (radix52_ct_result growth r) (x - T) /\
  0 <= low (radix52_ct_result growth r) /\ high (radix52_ct_result growth r) <= capacity.
Proof.
  unfold within, radix52_ct_accepts, radix52_ct_result. intros Hx HA HT. cbn [low high].
  destruct (Z.leb_spec (growth * 256) (low r)); [|discriminate]. apply Z.leb_le in HA. lia.
Qed.

(** ** Two limbs: an offset for each pass *)

Definition two_growth := radix52_row_excess 2.
(** The stages across vectors, and three stages inside vectors of eight lanes. *)
Definition two_offset := pass_offset two_growth (row_stages + 3).
Definition two_input := radix52_prepared two_offset (mk_range 0 (pass_input two_growth * 256)).

(** Values are never lifted: a stage prepares a summand if the butterfly does not accept it as it is. *)
Theorem radix52_preparations growth capacity before remaining :
  forward_prepares (radix52_ct_accepts growth capacity) radix52_max_lift before remaining =
    negb (radix52_ct_accepts growth capacity before).
Proof.
  unfold forward_prepares, radix52_max_lift. destruct (radix52_ct_accepts growth capacity before); [|reflexivity].
  destruct (remaining =? 1); reflexivity.
Qed.

Theorem forward_two_limbs n r : (r = pass_leader two_offset \/ r = two_input) -> Z.of_nat n <= row_stages + 3 ->
  let after := after_stages n two_growth r in
  (Z.of_nat n < row_stages + 3 -> radix52_ct_accepts two_growth (radix52_capacity 2) after = true) /\
  0 <= low after /\ high after <= radix52_capacity 2 /\
  (Z.of_nat n <= row_stages -> inside after (pass_between two_growth two_offset)).
Proof.
  intros Hr Hn. cbv zeta. rewrite after_stages_is. unfold row_stages in *.
  destruct Hr as [-> | ->];
    unfold two_input, pass_leader, radix52_prepared, pass_between, inside, two_offset, pass_offset, pass_input,
      two_growth, radix52_row_excess, radix52_capacity, row_stages; cbn [Z.eqb Pos.eqb low high];
    (split; [intros; apply accepts_spec; cbn [low high]; lia | lia]).
Qed.

(** All inputs of a pass except its leader grow in the stages before the one that multiplies them; their digits stay in
    range. *)
Theorem two_limbs_before_products n : Z.of_nat n < row_stages ->
  let before := after_stages n two_growth (pass_between two_growth two_offset) in
  0 <= low before /\ high before <= radix52_capacity 2.
Proof.
  intros Hn. cbv zeta. rewrite after_stages_is.
  unfold pass_between, two_offset, pass_offset, two_growth, radix52_row_excess, radix52_capacity, row_stages in *;
    cbn [Z.eqb Pos.eqb low high]. lia.
Qed.

(** ** Three limbs: one offset for all stages *)

Definition three_growth := radix52_row_excess 3.
Definition three_offset := all_offset three_growth.
Definition three_input := radix52_prepared three_offset (mk_range 0 (all_input three_growth * 256)).

Theorem forward_three_limbs n : Z.of_nat n <= all_stages ->
  let after := after_stages n three_growth three_input in
  (Z.of_nat n < all_stages -> radix52_ct_accepts three_growth (radix52_capacity 3) after = true) /\
  256 <= low after /\ high after <= radix52_capacity 3 /\
  inside after (all_between three_growth (all_stages - Z.of_nat n)).
Proof.
  intros Hn. cbv zeta. rewrite after_stages_is.
  unfold all_stages, three_input, radix52_prepared, all_between, inside, three_offset, all_offset, all_input,
    three_growth, radix52_row_excess, radix52_capacity in *; cbn [Z.eqb Pos.eqb low high].
  split; [intros; apply accepts_spec; cbn [low high]; lia | lia].
Qed.

(** The pass may begin with any range that is allowed for its number of stages. *)
Theorem three_limbs_pass n stages : 0 <= Z.of_nat n < stages -> stages <= all_stages ->
  radix52_ct_accepts three_growth (radix52_capacity 3) (after_stages n three_growth (all_between three_growth stages))
    = true.
Proof.
  intros Hn Hs. rewrite after_stages_is.
  unfold all_stages, all_between, three_growth, radix52_row_excess, radix52_capacity in *; cbn [Z.eqb Pos.eqb low high].
  apply accepts_spec; cbn [low high]; lia.
Qed.

(** ** Twisted values *)

Theorem twisted_product_in_range growth capacity q T : - (growth * q) < T < growth * q ->
  within q (forward_product_range (fun _ => radix52_product_bound growth) capacity) (T + growth * q).
Proof. unfold within, forward_product_range, radix52_product_bound. cbn [low high]. lia. Qed.

Definition twisted growth limbs :=
  forward_product_range (fun _ => radix52_product_bound growth) (radix52_capacity limbs).

Theorem twisted_two_limbs n : Z.of_nat n <= row_stages ->
  let after := after_stages n two_growth (radix52_prepared two_offset (twisted two_growth 2)) in
  (Z.of_nat n < row_stages -> radix52_ct_accepts two_growth (radix52_capacity 2) after = true) /\
  inside after (pass_between two_growth two_offset) /\ high (twisted two_growth 2) <= radix52_entry 2.
Proof.
  intros Hn. cbv zeta. rewrite after_stages_is.
  unfold row_stages, twisted, forward_product_range, radix52_product_bound, radix52_prepared, pass_between, inside,
    two_offset, pass_offset, two_growth, radix52_row_excess, radix52_capacity, radix52_entry, row_stages in *;
    cbn [Z.eqb Pos.eqb low high].
  split; [intros; apply accepts_spec; cbn [low high]; lia | lia].
Qed.

(** Passes after the twist have at most so many stages that they may begin with any of these ranges. *)
Theorem twisted_three_limbs n stages : Z.of_nat n <= row_stages -> 0 <= stages <= row_stages + 3 ->
  let after := after_stages n three_growth (radix52_prepared three_offset (twisted three_growth 3)) in
  (Z.of_nat n < row_stages -> radix52_ct_accepts three_growth (radix52_capacity 3) after = true) /\
  inside after (all_between three_growth stages) /\ high (twisted three_growth 3) <= radix52_entry 3.
Proof.
  intros Hn Hs. cbv zeta. rewrite after_stages_is.
  unfold row_stages, twisted, forward_product_range, radix52_product_bound, radix52_prepared, all_between, inside,
    three_offset, all_offset, three_growth, radix52_row_excess, radix52_capacity, radix52_entry in *;
    cbn [Z.eqb Pos.eqb low high].
  split; [intros; apply accepts_spec; cbn [low high]; lia | lia].
Qed.
