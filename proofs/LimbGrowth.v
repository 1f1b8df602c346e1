(** The size of limbs of 52 bits that are not masked: products by rows on lanes, sections 13.1 and 13.10 of
    docs/bounds/limbs52.md. *)
From Coq Require Import List.
From Ringlet Require Import Words Constants Montgomery Rows Limbs52 Finish52 Cells InverseCells.
Import ListNotations.

(** ** Products by rows *)

(** The rows w_i with their quotients, as in tables. *)
Definition row_factor limbs q w := w * 2 ^ 52 / (radix52_row_multiple limbs * q) + 1.
Definition multiply_rows2 start x q w0 w1 :=
  let (x0, x1) := digits2 x in
  let multiples := madd52_high (madd52_high 0 x0 (row_factor 2 q w0)) x1 (row_factor 2 q w1) in
  let sum := multiply_add2 (multiply_add2 start x0 (digits_of2 w0)) x1 (digits_of2 w1) in
  multiply_add2 sum multiples (negated2 (radix52_row_multiple 2 * q)).
Definition multiply_rows3 start x q w0 w1 w2 :=
  let '(x0, x1, x2) := digits3 x in
  let multiples := madd52_high (madd52_high (madd52_high 0 x0 (row_factor 3 q w0)) x1 (row_factor 3 q w1)) x2
    (row_factor 3 q w2) in
  let sum := multiply_add3 (multiply_add3 (multiply_add3 start x0 (digits_of3 w0)) x1 (digits_of3 w1)) x2
    (digits_of3 w2) in
  multiply_add3 sum multiples (negated3 (radix52_row_multiple 3 * q)).

(** A quotient is less than its share of a limb, so that the sum of all quotients fits a limb. *)
Lemma row_share limbs q w x : limbs = 2 \/ limbs = 3 -> 0 < q -> 0 <= w < q -> 0 <= x < 2 ^ 52 ->
  0 < row_factor limbs q w < 2 ^ 52 /\
  0 <= x * row_factor limbs q w / 2 ^ 52 <= 2 ^ 52 / radix52_row_multiple limbs - 1 /\
  limbs * (2 ^ 52 / radix52_row_multiple limbs) <= 2 ^ 52.
Proof.
  intros HL Hq Hw Hx. unfold row_factor.
  assert (Hm : 0 < radix52_row_multiple limbs /\ 2 <= radix52_row_multiple limbs /\
    radix52_row_multiple limbs * (2 ^ 52 / radix52_row_multiple limbs) = 2 ^ 52 /\
    limbs * (2 ^ 52 / radix52_row_multiple limbs) <= 2 ^ 52) by
    (destruct HL as [-> | ->]; vm_compute; repeat split; congruence).
  destruct Hm as (Hm & Hm2 & Ed & Hs). set (m := radix52_row_multiple limbs) in *. clearbody m.
  set (e := 2 ^ 52 / m) in *. clearbody e.
  assert (0 < m * q) by (apply Z.mul_pos_pos; lia).
  assert (Hv : 0 <= w * 2 ^ 52 / (m * q) < e).
  { split; [apply Z.div_pos; lia|]. apply Z.div_lt_upper_bound; [lia|]. rewrite <- Ed.
    replace (m * q * e) with (q * (m * e)) by ring. apply Z.mul_lt_mono_pos_r; lia. }
  set (v := w * 2 ^ 52 / (m * q)) in *. clearbody v.
  assert (He : 2 * e <= m * e) by (apply Z.mul_le_mono_nonneg_r; lia).
  split; [lia|split; [|exact Hs]]. split; [apply Z.div_pos; lia|].
  assert (x * (v + 1) / 2 ^ 52 < e); [|lia]. apply Z.div_lt_upper_bound; [lia|].
  assert (x * (v + 1) <= x * e) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (x * e < 2 ^ 52 * e) by (apply Z.mul_lt_mono_pos_r; lia). lia.
Qed.

(** The sum that is added to a start below 2^52: T of section 13.1. Limbs under the top are below 2 L and 3 L. *)
Theorem rows_of_two_limbs q x s w0 w1 lanes start : 0 < q -> fits 104 x -> number2 (2 ^ 63) x lanes ->
  number2 (2 ^ 52) s start -> 0 <= w0 < q -> 0 <= w1 < q ->
  let xs := [x mod 2 ^ 52; x / 2 ^ 52] in let mq := radix52_row_multiple 2 * q in
  number2 (4 * 2 ^ 52) (s + (rows_sum xs [w0; w1] - rows_quotient (2 ^ 52) mq xs [w0; w1] * mq))
    (multiply_rows2 start lanes q w0 w1).
Proof.
  intros Hq Hx Hl Hs Hw0 Hw1. cbv zeta. destruct (carried2_is x lanes Hx Hl) as (v1 & E & E1).
  unfold multiply_rows2. unfold carried2 in E. destruct (digits2 lanes) as [d0 d1]. injection E as E0 ->.
  change (low52 d0 = x mod 2 ^ 52) in E0.
  pose proof (Z.mod_pos_bound x (2 ^ 52) ltac:(lia)) as M0.
  assert (M1 : 0 <= x / 2 ^ 52 < 2 ^ 52) by (rewrite <- E1; apply Z.mod_pos_bound; lia).
  destruct (row_share 2 q w0 (x mod 2 ^ 52) ltac:(lia) Hq Hw0 M0) as (F0 & Q0 & _).
  destruct (row_share 2 q w1 (x / 2 ^ 52) ltac:(lia) Hq Hw1 M1) as (F1 & Q1 & Hshare).
  cbn [rows_sum rows_quotient]. fold (row_factor 2 q w0) (row_factor 2 q w1).
  assert (L1 : low52 (lane v1) = x / 2 ^ 52) by (rewrite low52_lane; exact E1).
  assert (EQ : low52 (madd52_high (madd52_high 0 d0 (row_factor 2 q w0)) (lane v1) (row_factor 2 q w1)) =
    x mod 2 ^ 52 * row_factor 2 q w0 / 2 ^ 52 + x / 2 ^ 52 * row_factor 2 q w1 / 2 ^ 52).
  { unfold madd52_high. rewrite L1, E0, !(low52_small (row_factor _ _ _)) by lia. rewrite low52_of_lane.
    rewrite Z.add_0_l. rewrite (Z.mod_small _ (2 ^ 64)) by lia. apply low52_small. lia. }
  pose proof (multiply_add2_adds _ s start d0 w0 Hs) as A0. rewrite E0 in A0.
  pose proof (multiply_add2_adds _ _ _ (lane v1) w1 A0) as A1. rewrite L1 in A1.
  pose proof (multiply_add2_is _ _ _
    (madd52_high (madd52_high 0 d0 (row_factor 2 q w0)) (lane v1) (row_factor 2 q w1)) (radix52_row_multiple 2 * q) A1)
    as A2. rewrite EQ in A2.
  eapply number2_weaker; [|match goal with |- number2 _ ?y _ => match type of A2 with number2 ?most ?z _ =>
    replace y with z by ring; exact A2 end end]. lia.
Qed.

Theorem rows_of_three_limbs q x s w0 w1 w2 lanes start : 0 < q -> fits 156 x -> number3 (2 ^ 62) x lanes ->
  number3 (2 ^ 52) s start -> 0 <= w0 < q -> 0 <= w1 < q -> 0 <= w2 < q ->
  let xs := [x mod 2 ^ 52; x / 2 ^ 52 mod 2 ^ 52; x / 2 ^ 104] in let ws := [w0; w1; w2] in
  let mq := radix52_row_multiple 3 * q in
  number3 (9 * 2 ^ 52) (s + (rows_sum xs ws - rows_quotient (2 ^ 52) mq xs ws * mq))
    (multiply_rows3 start lanes q w0 w1 w2).
Proof.
  intros Hq Hx Hl Hs Hw0 Hw1 Hw2. cbv zeta.
  assert (Hl' : number3 (2 ^ 62 + 2 ^ 54) x lanes) by (apply (number3_weaker (2 ^ 62)); [lia|exact Hl]).
  destruct (carried3_is x lanes Hx Hl') as (v2 & E & E2).
  unfold multiply_rows3. unfold carried3 in E. destruct (digits3 lanes) as [[d0 d1] d2]. injection E as E0 E1 ->.
  change (low52 d0 = x mod 2 ^ 52) in E0. change (low52 d1 = x / 2 ^ 52 mod 2 ^ 52) in E1.
  pose proof (Z.mod_pos_bound x (2 ^ 52) ltac:(lia)) as M0.
  pose proof (Z.mod_pos_bound (x / 2 ^ 52) (2 ^ 52) ltac:(lia)) as M1.
  assert (M2 : 0 <= x / 2 ^ 104 < 2 ^ 52) by (rewrite <- E2; apply Z.mod_pos_bound; lia).
  destruct (row_share 3 q w0 (x mod 2 ^ 52) ltac:(lia) Hq Hw0 M0) as (F0 & Q0 & _).
  destruct (row_share 3 q w1 (x / 2 ^ 52 mod 2 ^ 52) ltac:(lia) Hq Hw1 M1) as (F1 & Q1 & _).
  destruct (row_share 3 q w2 (x / 2 ^ 104) ltac:(lia) Hq Hw2 M2) as (F2 & Q2 & Hshare).
  cbn [rows_sum rows_quotient]. fold (row_factor 3 q w0) (row_factor 3 q w1) (row_factor 3 q w2).
  assert (L2 : low52 (lane v2) = x / 2 ^ 104) by (rewrite low52_lane; exact E2).
  set (multiples := madd52_high (madd52_high _ d1 _) (lane v2) _).
  assert (EQ : low52 multiples = x mod 2 ^ 52 * row_factor 3 q w0 / 2 ^ 52 +
    x / 2 ^ 52 mod 2 ^ 52 * row_factor 3 q w1 / 2 ^ 52 + x / 2 ^ 104 * row_factor 3 q w2 / 2 ^ 52).
  { unfold multiples, madd52_high. rewrite L2, E0, E1, !(low52_small (row_factor _ _ _)) by lia.
    rewrite low52_of_lane, Z.add_0_l.
    set (a := x mod 2 ^ 52 * row_factor 3 q w0 / 2 ^ 52) in *.
    set (b := x / 2 ^ 52 mod 2 ^ 52 * row_factor 3 q w1 / 2 ^ 52) in *.
    set (c := x / 2 ^ 104 * row_factor 3 q w2 / 2 ^ 52) in *. clearbody a b c.
    rewrite (Z.mod_small a) by lia. rewrite (Z.mod_small (a + b)) by lia. apply low52_small. lia. }
  clearbody multiples.
  pose proof (multiply_add3_adds _ s start d0 w0 Hs) as A0. rewrite E0 in A0.
  pose proof (multiply_add3_adds _ _ _ d1 w1 A0) as A1. rewrite E1 in A1.
  pose proof (multiply_add3_adds _ _ _ (lane v2) w2 A1) as A2. rewrite L2 in A2.
  pose proof (multiply_add3_is _ _ _ multiples (radix52_row_multiple 3 * q) A2) as A3. rewrite EQ in A3.
  eapply number3_weaker; [|match goal with |- number3 _ ?y _ => match type of A3 with number3 ?most ?z _ =>
    replace y with z by ring; exact A3 end end]. lia.
Qed.

(** ** Sums and differences add magnitudes *)

Definition add2 (x y : Z * Z) := let (x0, x1) := x in let (y0, y1) := y in (add 64 x0 y0, add 64 x1 y1).
Definition sub2 (x y : Z * Z) := let (x0, x1) := x in let (y0, y1) := y in (sub 64 x0 y0, sub 64 x1 y1).
Definition sub3 (x y : Z * Z * Z) :=
  let '(x0, x1, x2) := x in let '(y0, y1, y2) := y in (sub 64 x0 y0, sub 64 x1 y1, sub 64 x2 y2).

Lemma sub_lanes a b : sub 64 (lane a) (lane b) = lane (a - b).
Proof. unfold sub, lane. rewrite <- Zminus_mod. reflexivity. Qed.

Theorem sums_of_two_limbs most more x y a b : number2 most x a -> number2 more y b ->
  number2 (most + more) (x + y) (add2 a b) /\ number2 (most + more) (x - y) (sub2 a b).
Proof.
  intros (v0 & v1 & -> & H0 & Ex) (w0 & w1 & -> & G0 & Ey). unfold add2, sub2. rewrite !add_lanes, !sub_lanes. split.
  - exists (v0 + w0), (v1 + w1). split; [reflexivity|split; [lia|]].
    rewrite Z.add_mod, Ex, Ey, <- Z.add_mod by lia. f_equal. ring.
  - exists (v0 - w0), (v1 - w1). split; [reflexivity|split; [lia|]].
    rewrite Zminus_mod, Ex, Ey, <- Zminus_mod. f_equal. ring.
Qed.

Theorem sums_of_three_limbs most more x y a b : number3 most x a -> number3 more y b ->
  number3 (most + more) (x + y) (add3 a b) /\ number3 (most + more) (x - y) (sub3 a b).
Proof.
  intros (v0 & v1 & v2 & -> & H0 & H1 & Ex) (w0 & w1 & w2 & -> & G0 & G1 & Ey). unfold add3, sub3.
  rewrite !add_lanes, !sub_lanes. split.
  - exists (v0 + w0), (v1 + w1), (v2 + w2). split; [reflexivity|split; [lia|split; [lia|]]].
    rewrite Z.add_mod, Ex, Ey, <- Z.add_mod by lia. f_equal. ring.
  - exists (v0 - w0), (v1 - w1), (v2 - w2). split; [reflexivity|split; [lia|split; [lia|]]].
    rewrite Zminus_mod, Ex, Ey, <- Zminus_mod. f_equal. ring.
Qed.

(** ** Section 13.10: magnitudes along the inverse *)

(** Units are 2^52 / 1280: at most nine of them for each q / 256 of a bound are 9/5 of a limb for each q. *)
Definition in_limbs count := 1280 * count.
(** The bounds of the theorems about products and reductions, and the bound of products of evaluations that are kept. *)
Definition product_limbs limbs := in_limbs (if limbs =? 2 then 4 else 9).
Definition reduced_limbs limbs := in_limbs limbs.
Definition evaluation_limbs limbs := in_limbs (if limbs =? 2 then 4 else 8).
Definition first_limbs limbs := [in_limbs 1; evaluation_limbs limbs].

(** Magnitudes before a step, if all are [start] before the first one; the ranges of InverseCells.v decide which values
    are reduced and carried. *)
Fixpoint limbs_before limbs stages entry out start (step position : nat) : Z :=
  match step with
  | O => start
  | S step =>
      let now := limbs_before limbs stages entry out start step in
      let range_of := pass_ranges limbs stages entry out step in
      let bound := high (range_of position) + high (range_of (partner step position)) in
      if is_first step position then
        if scales_sum limbs stages out step (place_in_group step position) then product_limbs limbs
        else if carries_sum limbs stages entry out step (place_in_group step position) then in_limbs 1
        else if reduces_sum limbs stages out bound step then reduced_limbs limbs
        else now position + now (partner step position)
      else product_limbs limbs
  end.
(** No sum or difference, with its offset, reaches 2^62; the results of the pass are within [left]. *)
Definition limbs_fit limbs stages entry out start (left : Z -> Z) : bool :=
  let now := limbs_before limbs stages entry out start in
  forallb (fun step => forallb (fun position => negb (is_first step position) ||
    (now step position + now step (partner step position) + in_limbs 1 <=? in_limbs (2 ^ (62 - 52)) - 1))
    (pass_positions stages)) (seq 0 stages) &&
  forallb (fun position => now stages position <=? left (high (pass_ranges limbs stages entry out stages position)))
    (pass_positions stages).
(** The magnitudes after the stages inside a vector. *)
Definition after_lane_limbs limbs bound start :=
  Z.max (product_limbs limbs) (if operand_limit limbs <? 2 * bound then reduced_limbs limbs else 2 * start).

(** Two limbs: all inputs, and all results of a stage, have at most 9/5 of a limb for each q. *)
Definition by_bound bound := 9 * bound.

Theorem two_limbs_do_not_overflow :
  Forall2 (fun start bound => start <= by_bound bound) (first_limbs 2) (first_entries 2) /\
  (forall bound start, 0 < bound -> start <= by_bound bound ->
    after_lane_limbs 2 bound start <= by_bound (after_lane_stage 2 bound)) /\
  forallb (fun stages => forallb (fun entry => forallb (fun out =>
    limbs_fit 2 stages entry out (by_bound entry) by_bound) pass_outputs)
    (tile_entries 2 ++ strided_entries 2)) stage_counts = true /\
  product_limbs 2 <= by_bound (nth 1 (strided_entries 2) 0).
Proof.
  split; [repeat constructor; vm_compute; congruence|].
  split; [|split; [vm_compute; reflexivity|vm_compute; congruence]]. intros bound start Hb Hs.
  unfold after_lane_limbs, after_lane_stage, by_bound, left_by_reduction, radix52_reduced_bound, radix52_top_rest,
    product_limbs, reduced_limbs, in_limbs in *. cbn [Z.eqb Pos.eqb].
  change (radix52_product_bound (growth_of 2)) with (2 * growth_of 2 * 256).
  assert (Hg : 1280 * 4 <= 9 * (2 * growth_of 2 * 256)) by (vm_compute; congruence).
  assert (Hl : 513 <= operand_limit 2) by (vm_compute; congruence).
  destruct (Z.ltb_spec (operand_limit 2) (2 * bound)).
  - destruct (Z.ltb_spec (2 * bound) 513); [lia|]. destruct (Z.ltb_spec (2 * growth_of 2 * 256) 513); lia.
  - destruct (Z.ltb_spec (2 * growth_of 2 * 256) (2 * bound)); lia.
Qed.

(** Three limbs: passes leave at most four products in a limb, a tile takes sums of eight. *)
Definition kept_limbs := 4 * product_limbs 3.
Definition left_limbs out (_ : Z) := match out with to_words => in_limbs (2 ^ (62 - 52)) | _ => kept_limbs end.
Fixpoint after_lanes_limbs (stages : nat) bound start :=
  match stages with
  | O => start
  | S stages => after_lane_limbs 3 (after_lane_stages 3 stages bound) (after_lanes_limbs stages bound start)
  end.

Theorem three_limbs_do_not_overflow :
  forallb (fun stages => forallb (fun out => forallb (fun '(entry, start) =>
    limbs_fit 3 stages (after_lane_stages 3 vector_stages entry) out (after_lanes_limbs vector_stages entry start)
      (left_limbs out))
    (combine (first_entries 3) (first_limbs 3))) pass_outputs) stage_counts = true /\
  forallb (fun stages => forallb (fun out => forallb (fun entry =>
    limbs_fit 3 stages entry out kept_limbs (left_limbs out)) (strided_entries 3)) pass_outputs) stage_counts = true.
Proof. split; vm_compute; reflexivity. Qed.

(** Forward, a limb receives one product in each stage, on top of its input and the offset: with three limbs in all
    stages of a transform; with two in the pass that kept coefficients enter, and until they are multiplied in the next
    pass, which reduces its leader. *)
Theorem forward_limbs_do_not_overflow stages :
  (stages <= all_stages -> kept_limbs + in_limbs 1 + stages * product_limbs 3 < in_limbs (2 ^ (62 - 52))) /\
  (stages <= 2 * row_stages + 3 ->
    by_bound (kept_coefficients 2) + in_limbs 1 + stages * product_limbs 2 < in_limbs (2 ^ (62 - 52))).
Proof.
  assert (M3 : kept_limbs + in_limbs 1 + all_stages * product_limbs 3 < in_limbs (2 ^ (62 - 52))) by
    (vm_compute; congruence).
  assert (M2 : by_bound (kept_coefficients 2) + in_limbs 1 + (2 * row_stages + 3) * product_limbs 2 <
    in_limbs (2 ^ (62 - 52))) by (vm_compute; congruence).
  assert (P : 0 <= product_limbs 3 /\ 0 <= product_limbs 2) by (vm_compute; split; congruence).
  split; intros H.
  - eapply Z.le_lt_trans; [|exact M3]. apply Zplus_le_compat_l, Z.mul_le_mono_nonneg_r; lia.
  - eapply Z.le_lt_trans; [|exact M2]. apply Zplus_le_compat_l, Z.mul_le_mono_nonneg_r; lia.
Qed.
