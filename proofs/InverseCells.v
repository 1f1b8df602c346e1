(** Ranges of inverse transforms on 128-bit words in limbs of 52 bits: sections 13.5 to 13.7 of docs/bounds/limbs52.md.
    Limbs are two or three. *)
From Coq Require Import List.
From Ringlet Require Import Words Constants Cells.
Import ListNotations.

(** ** The ranges of a pass (src/kernels/ntt_inverse_ranges.hpp) *)

(** The output of a pass: words from the last one, or cells that stay in a buffer; otherwise cells for the next pass. *)
Inductive output := to_words | to_cells | to_buffer.
Definition is_scaled out := match out with to_cells => false | _ => true end.

Definition growth_of limbs := radix52_row_excess limbs.
Definition operand_limit limbs := inverse_limit (radix52_capacity limbs).
Definition offset_of limbs := radix52_gs_offset (radix52_capacity limbs).
Definition kept_coefficients limbs := buffer_coefficients (if limbs =? 2 then pass_input two_growth else all_input
  three_growth).
Definition left_by_reduction limbs :=
  radix52_reduced_bound (if limbs =? 2 then radix52_top_rest else radix52_digit_rest).

Fixpoint zeros_from (bit count position : nat) : nat :=
  match count with
  | O => O
  | S count => if Nat.testbit position bit then O else S (zeros_from (S bit) count position)
  end.
(** The lift of the product in [step] at [position]: the number of following steps in which it is in the first
    operand. *)
Definition lift_of (stages step position : nat) : Z := Z.of_nat (zeros_from (S step) (stages - S step) position).
Definition product_in_pass limbs lift :=
  if radix52_lifts_products limbs then radix52_lifted_product (growth_of limbs) lift
  else mk_range 0 (radix52_product_bound (growth_of limbs)).

Definition is_last (stages step : nat) : bool := Nat.eqb (S step) stages.
Definition output_limit limbs out :=
  match out with
  | to_buffer => kept_coefficients limbs
  | to_words => operand_limit limbs
  | to_cells => radix52_entry limbs
  end.
Definition reduces_sum limbs stages out sum step :=
  (if is_last stages step then output_limit limbs out else operand_limit limbs) <? sum.
Definition carries_sum limbs stages entry out step i : bool :=
  radix52_lifts_products limbs && (entry <=? radix52_entry limbs) && negb (is_scaled out) && is_last stages step &&
    Nat.eqb i 0.
Definition scales_sum limbs stages out step i : bool :=
  is_scaled out && is_last stages step && (Nat.eqb i 0 || negb (radix52_scales_first limbs)).
Definition sum_range limbs stages entry out x y step i :=
  let sum := mk_range (low x + low y) (high x + high y) in
  if scales_sum limbs stages out step i then product_in_pass limbs 0
  else if carries_sum limbs stages entry out step i then
    mk_range 0 (if high sum <? radix52_entry limbs then high sum else radix52_entry limbs)
  else if reduces_sum limbs stages out (high sum) step then mk_range 0 (left_by_reduction limbs (high sum))
  else sum.

Definition partner (step position : nat) := (position + 2 ^ step)%nat.
Definition is_first (step position : nat) : bool := negb (Nat.testbit position step).
Definition place_in_group (step position : nat) := (position mod 2 ^ step)%nat.
(** The range at each position before a step. *)
Fixpoint pass_ranges limbs stages entry out (step position : nat) : range :=
  match step with
  | O => mk_range 0 entry
  | S step =>
      let now := pass_ranges limbs stages entry out step in
      if is_first step position
      then sum_range limbs stages entry out (now position) (now (partner step position)) step
        (place_in_group step position)
      else product_in_pass limbs (lift_of stages step position)
  end.
(** Tells that the first operand is never the smaller one. *)
Definition in_order limbs stages entry out step position : bool :=
  let now := pass_ranges limbs stages entry out step in
  radix52_lifts_products limbs && (high (now (partner step position)) <=? low (now position)).

(** The assumption of the theorem below about a pass, which Coq computes: operands are below half the capacity, results
    below [left], and a sum that is only carried is below the limit for the next pass. *)
Definition pass_positions stages := seq 0 (2 ^ stages).
Definition pass_fits limbs stages entry out left : bool :=
  let at_ := pass_ranges limbs stages entry out in
  forallb (fun step => forallb (fun position =>
    (0 <=? low (at_ step position)) && (high (at_ step position) <=? operand_limit limbs) &&
    (if is_first step position then
       negb (carries_sum limbs stages entry out step (place_in_group step position)) ||
         (high (at_ step position) + high (at_ step (partner step position)) <=? radix52_entry limbs)
     else true)) (pass_positions stages)) (seq 0 stages) &&
  forallb (fun position => (0 <=? low (at_ stages position)) && (high (at_ stages position) <=? left))
    (pass_positions stages).

(** ** Values *)

(** T + (2^(lift + 1) - 1) g q, with T of section 13.1; T + g q without a lift. *)
Definition lifted_value growth q T lift := T + (2 ^ (lift + 1) - 1) * growth * q.
Definition product_with_lift limbs q lift x product :=
  fits (52 * limbs) x -> exists T, - (growth_of limbs * q) < T < growth_of limbs * q /\
    product = lifted_value (growth_of limbs) q T (if radix52_lifts_products limbs then lift else 0).
Definition gs_butterfly_52 limbs q (ordered : bool) x y :=
  (x + y, if ordered then x - y else x + offset_of limbs * q - y).
(** The results of the butterfly at a position: products and reductions are those of sections 13.1 and 13.11. *)
Definition inverse_step limbs stages entry out q step position x y x' y' : Prop :=
  let (sum, difference) := gs_butterfly_52 limbs q (in_order limbs stages entry out step position) x y in
  let now := pass_ranges limbs stages entry out step in
  let bound := high (now position) + high (now (partner step position)) in
  let i := place_in_group step position in
  product_with_lift limbs q (lift_of stages step (partner step position)) difference y' /\
  if scales_sum limbs stages out step i then product_with_lift limbs q 0 sum x'
  else if carries_sum limbs stages entry out step i then x' = sum
  else if reduces_sum limbs stages out bound step
       then bound <= radix52_capacity limbs -> below q bound sum -> below q (left_by_reduction limbs bound) x'
  else x' = sum.

Lemma product_in_range limbs q lift x product : 0 < q -> 0 <= lift -> fits (52 * limbs) x ->
  product_with_lift limbs q lift x product -> within q (product_in_pass limbs lift) product.
Proof.
  intros Hq Hl Hx Hp. destruct (Hp Hx) as (T & HT & ->). unfold product_in_pass, within, lifted_value.
  set (g := growth_of limbs) in *. clearbody g.
  destruct (radix52_lifts_products limbs); unfold radix52_lifted_product, radix52_product_bound; cbn [low high].
  - rewrite Z.pow_add_r by lia. change (2 ^ 1) with 2. lia.
  - change (2 ^ (0 + 1)) with 2. lia.
Qed.

(** A butterfly keeps values in their ranges, and all multiplicands have digits. *)
Theorem inverse_step_in_range limbs stages entry out q step position x y x' y' :
  limbs = 2 \/ limbs = 3 -> 0 < q < 2 ^ radix52_modulus_bits limbs ->
  is_first step position = true ->
  let now := pass_ranges limbs stages entry out step in
  0 <= low (now position) -> 0 <= low (now (partner step position)) ->
  high (now position) <= operand_limit limbs -> high (now (partner step position)) <= operand_limit limbs ->
  (carries_sum limbs stages entry out step (place_in_group step position) = true ->
    high (now position) + high (now (partner step position)) <= radix52_entry limbs) ->
  within q (now position) x -> within q (now (partner step position)) y ->
  inverse_step limbs stages entry out q step position x y x' y' ->
  within q (pass_ranges limbs stages entry out (S step) position) x' /\
  within q (product_in_pass limbs (lift_of stages step (partner step position))) y'.
Proof.
  intros HL Hq Hfirst now Hl0 Hl1 Hh0 Hh1 Hc Hx Hy Hs. unfold inverse_step, gs_butterfly_52, in_order in Hs.
  fold now in Hs. cbn [pass_ranges]. rewrite Hfirst. fold now.
  set (rx := now position) in *. set (ry := now (partner step position)) in *. clearbody rx ry. clear now.
  assert (Hcap : 2 * operand_limit limbs = radix52_capacity limbs /\ 256 * offset_of limbs = operand_limit limbs).
  { destruct HL as [-> | ->]; split; reflexivity. }
  destruct Hcap as [Hcap Hoff]. unfold within in Hx, Hy.
  assert (A1 : high rx * q <= operand_limit limbs * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (A2 : high ry * q <= operand_limit limbs * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (A3 : 0 <= low rx * q) by (apply Z.mul_nonneg_nonneg; lia).
  assert (A4 : 0 <= low ry * q) by (apply Z.mul_nonneg_nonneg; lia).
  assert (Hfits : forall v, 0 <= v -> 256 * v < 2 * operand_limit limbs * q -> fits (52 * limbs) v).
  { intros v H0 H1. apply (radix52_fits limbs q); [exact HL|exact Hq|]. unfold below. rewrite <- Hcap. lia. }
  destruct Hs as [Hd Hs]. split.
  - unfold sum_range. cbn [high]. destruct (scales_sum limbs stages out step (place_in_group step position)).
    + apply (product_in_range limbs q 0 (x + y)); [lia|lia| |exact Hs]. apply Hfits; lia.
    + destruct (carries_sum limbs stages entry out step (place_in_group step position)).
      * subst x'. specialize (Hc eq_refl). unfold within. cbn [low high].
        assert ((high rx + high ry) * q <= radix52_entry limbs * q) by (apply Z.mul_le_mono_nonneg_r; lia).
        destruct (Z.ltb_spec (high rx + high ry) (radix52_entry limbs)); lia.
      * destruct (reduces_sum limbs stages out (high rx + high ry) step).
        -- unfold within, below in *. cbn [low high]. specialize (Hs ltac:(lia) ltac:(lia)). lia.
        -- subst x'. unfold within. cbn [low high]. lia.
  - eapply product_in_range; [lia|unfold lift_of; lia| |exact Hd].
    destruct (radix52_lifts_products limbs); cbn [andb].
    + destruct (Z.leb_spec (high ry) (low rx)) as [Ho|Ho].
      * assert (high ry * q <= low rx * q) by (apply Z.mul_le_mono_nonneg_r; lia). apply Hfits; lia.
      * apply Hfits; lia.
    + apply Hfits; lia.
Qed.

(** All positions of a pass of up to three stages, in each stage as first or second operand. *)
Definition pairs_fit (stages : nat) : bool :=
  forallb (fun step => forallb (fun position =>
    if is_first step position
    then Nat.ltb (partner step position) (2 ^ stages) && negb (is_first step (partner step position))
    else is_first step (position - 2 ^ step) && Nat.eqb (partner step (position - 2 ^ step)) position)
    (pass_positions stages)) (seq 0 stages).

Lemma of_pass check stages : forallb (fun step => forallb (check step) (pass_positions stages)) (seq 0 stages) = true ->
  forall step position, (step < stages)%nat -> (position < 2 ^ stages)%nat -> check step position = true.
Proof.
  intros H step position Hs Hp. rewrite forallb_forall in H. specialize (H step ltac:(apply in_seq; lia)).
  rewrite forallb_forall in H. apply H. apply in_seq. lia.
Qed.

Definition inverse_pass limbs stages entry out q (x : nat -> nat -> Z) : Prop :=
  forall step position, (step < stages)%nat -> (position < 2 ^ stages)%nat -> is_first step position = true ->
  inverse_step limbs stages entry out q step position (x step position) (x step (partner step position))
    (x (S step) position) (x (S step) (partner step position)).

(** The values of a pass that fits stay in its ranges: x holds the values before each step. *)
Theorem inverse_pass_in_range limbs stages entry out left q x :
  limbs = 2 \/ limbs = 3 -> 0 < q < 2 ^ radix52_modulus_bits limbs -> Z.of_nat stages <= row_stages ->
  pass_fits limbs stages entry out left = true ->
  (forall position, (position < 2 ^ stages)%nat -> below q entry (x O position)) ->
  inverse_pass limbs stages entry out q x ->
  (forall step position, (step <= stages)%nat -> (position < 2 ^ stages)%nat ->
    within q (pass_ranges limbs stages entry out step position) (x step position)) /\
  (forall position, (position < 2 ^ stages)%nat -> below q left (x stages position)).
Proof.
  intros HL Hq HK Hfit Hx0 Hpass.
  assert (Hpairs : pairs_fit stages = true).
  { unfold row_stages in HK. destruct stages as [|[|[|[|s]]]]; try reflexivity. lia. }
  pose proof (of_pass _ stages Hpairs) as HP. clear Hpairs. cbv beta in HP.
  unfold pass_fits in Hfit. apply andb_prop in Hfit. destruct Hfit as [Hsteps Hleft].
  pose proof (of_pass _ stages Hsteps) as HS. clear Hsteps. cbv beta in HS.
  assert (All : forall step position, (step <= stages)%nat -> (position < 2 ^ stages)%nat ->
    within q (pass_ranges limbs stages entry out step position) (x step position)).
  { induction step as [|step IH]; intros position Hs Hp.
    - cbn [pass_ranges]. unfold within. cbn [low high]. specialize (Hx0 position Hp). unfold below in Hx0. lia.
    - assert (Main : forall p, (p < 2 ^ stages)%nat -> is_first step p = true ->
        within q (pass_ranges limbs stages entry out (S step) p) (x (S step) p) /\
        within q (pass_ranges limbs stages entry out (S step) (partner step p)) (x (S step) (partner step p))).
      { intros p Hp' Hf. pose proof (HP step p ltac:(lia) Hp') as HPp. rewrite Hf in HPp.
        apply andb_prop in HPp. destruct HPp as [Hp2 Hsecond]. apply Nat.ltb_lt in Hp2.
        pose proof (HS step p ltac:(lia) Hp') as H0. pose proof (HS step (partner step p) ltac:(lia) Hp2) as H1.
        rewrite Hf in H0. apply andb_prop in H0. destruct H0 as [H0 Hc]. apply andb_prop in H0. apply andb_prop in H1.
        destruct H0 as [H0 H0']. destruct H1 as [H1 _]. apply andb_prop in H1. destruct H1 as [H1 H1'].
        apply Z.leb_le in H0, H0', H1, H1'.
        destruct (inverse_step_in_range limbs stages entry out q step p (x step p) (x step (partner step p))
          (x (S step) p) (x (S step) (partner step p)) HL Hq Hf H0 H1 H0' H1') as [R0 R1].
        - intros Hcar. rewrite Hcar in Hc. cbn [negb orb] in Hc. apply Z.leb_le in Hc. exact Hc.
        - apply IH; lia.
        - apply IH; lia.
        - apply Hpass; [lia|exact Hp'|exact Hf].
        - split; [exact R0|]. cbn [pass_ranges]. apply negb_true_iff in Hsecond. rewrite Hsecond. exact R1. }
      destruct (is_first step position) eqn:Hf.
      + apply Main; assumption.
      + pose proof (HP step position ltac:(lia) Hp) as HPp. rewrite Hf in HPp. apply andb_prop in HPp.
        destruct HPp as [Hf' Ep]. apply Nat.eqb_eq in Ep. rewrite <- Ep. apply Main; [|exact Hf']. lia. }
  split; [exact All|]. intros position Hp. specialize (All stages position ltac:(lia) Hp).
  rewrite forallb_forall in Hleft. specialize (Hleft position ltac:(apply in_seq; lia)). apply andb_prop in Hleft.
  destruct Hleft as [L0 L1]. apply Z.leb_le in L0, L1. unfold within, below in *.
  assert (0 <= low (pass_ranges limbs stages entry out stages position) * q) by (apply Z.mul_nonneg_nonneg; lia).
  assert (high (pass_ranges limbs stages entry out stages position) * q <= left * q) by
    (apply Z.mul_le_mono_nonneg_r; lia).
  lia.
Qed.

(** ** The stages inside a vector: all positions share one bound *)

Definition after_lane_stage limbs bound :=
  let sum := if operand_limit limbs <? 2 * bound then left_by_reduction limbs (2 * bound) else 2 * bound in
  let product := radix52_product_bound (growth_of limbs) in
  if product <? sum then sum else product.
Fixpoint after_lane_stages limbs (stages : nat) bound :=
  match stages with O => bound | S stages => after_lane_stage limbs (after_lane_stages limbs stages bound) end.

(** Products have a lift of 0; sums are reduced if they exceed half the capacity. *)
Theorem inverse_lane_stage limbs q bound x y x' y' :
  limbs = 2 \/ limbs = 3 -> 0 < q < 2 ^ radix52_modulus_bits limbs -> bound <= operand_limit limbs ->
  below q bound x -> below q bound y ->
  let (sum, difference) := gs_butterfly_52 limbs q false x y in
  product_with_lift limbs q 0 difference y' ->
  (if operand_limit limbs <? 2 * bound
   then 2 * bound <= radix52_capacity limbs -> below q (2 * bound) sum ->
     below q (left_by_reduction limbs (2 * bound)) x'
   else x' = sum) ->
  below q (after_lane_stage limbs bound) x' /\ below q (after_lane_stage limbs bound) y'.
Proof.
  intros HL Hq Hb Hx Hy. unfold gs_butterfly_52. intros Hp Hs. unfold below in Hx, Hy.
  assert (Hcap : 2 * operand_limit limbs = radix52_capacity limbs /\ 256 * offset_of limbs = operand_limit limbs).
  { destruct HL as [-> | ->]; split; reflexivity. }
  destruct Hcap as [Hcap Hoff].
  assert (A1 : bound * q <= operand_limit limbs * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (Hfits : fits (52 * limbs) (x + offset_of limbs * q - y)).
  { apply (radix52_fits limbs q); [exact HL|exact Hq|]. unfold below. rewrite <- Hcap. lia. }
  pose proof (product_in_range limbs q 0 _ y' ltac:(lia) ltac:(lia) Hfits Hp) as Ry.
  assert (Rp : below q (radix52_product_bound (growth_of limbs)) y').
  { unfold product_in_pass, within, below in *. destruct HL as [-> | ->]; exact Ry. }
  assert (Rs : below q (if operand_limit limbs <? 2 * bound then left_by_reduction limbs (2 * bound)
    else 2 * bound) x').
  { destruct (operand_limit limbs <? 2 * bound); [apply Hs|subst x']; unfold below; lia. }
  clear Hs Hp. unfold after_lane_stage. set (sum := if operand_limit limbs <? 2 * bound then _ else _) in *.
  clearbody sum.
  set (product := radix52_product_bound _) in *. clearbody product. unfold below in *.
  destruct (Z.ltb_spec product sum).
  - assert (product * q <= sum * q) by (apply Z.mul_le_mono_nonneg_r; lia). lia.
  - assert (sum * q <= product * q) by (apply Z.mul_le_mono_nonneg_r; lia). lia.
Qed.

(** ** The passes of transforms *)

(** The input of the first pass: words, or evaluations that are kept in a buffer. *)
Definition first_entries limbs := [inverse_input_words; buffer_evaluations limbs].
Definition vector_stages := 3%nat.
(** The ranges after the stages inside a vector of eight lanes. *)
Definition tile_entries limbs := map (after_lane_stages limbs vector_stages) (first_entries limbs).
(** The input of the other passes: cells, or twisted cells. *)
Definition strided_entries limbs :=
  [radix52_entry limbs; inverse_twisted (fun _ => radix52_product_bound (growth_of limbs)) (radix52_capacity limbs)].
Definition stage_counts := [1; 2; 3]%nat.
Definition pass_outputs := [to_words; to_cells; to_buffer].

Theorem inverse_lanes_fit limbs entry stages : limbs = 2 \/ limbs = 3 -> In entry (first_entries limbs) ->
  (stages <= vector_stages)%nat -> 0 < after_lane_stages limbs stages entry <= operand_limit limbs.
Proof.
  intros [-> | ->] [<- | [<- | []]] Hs; unfold vector_stages in Hs; destruct stages as [|[|[|[|s]]]]; try lia;
    vm_compute; split; congruence.
Qed.

(** For two limbs, and for three in all passes except those between strided ones, results are input for the next
    pass. *)
Definition passes_fit limbs entries pass_outputs : bool :=
  forallb (fun stages => forallb (fun entry => forallb (fun out =>
    pass_fits limbs stages entry out (output_limit limbs out)) pass_outputs) entries) stage_counts.

Theorem two_limbs_inverse_passes : passes_fit 2 (tile_entries 2 ++ strided_entries 2) pass_outputs = true.
Proof. vm_compute. reflexivity. Qed.

Theorem three_limbs_inverse_passes :
  passes_fit 3 (tile_entries 3) pass_outputs = true /\ passes_fit 3 (strided_entries 3) [to_words; to_buffer] = true.
Proof. vm_compute. split; reflexivity. Qed.

(** ** Three limbs: sums are only carried between passes *)

(** The greatest sum after [stages] stages: a tile leaves no greater one, nor does a pass of twisted values. *)
Definition transform_sum stages := growth_of 3 * 2 ^ stages * 256.
Theorem three_limbs_first_sums :
  forallb (fun stages => forallb (fun entry =>
    pass_fits 3 stages entry to_cells (transform_sum (Z.of_nat (vector_stages + stages))))
    (tile_entries 3 ++ tl (strided_entries 3))) stage_counts = true.
Proof. vm_compute. reflexivity. Qed.

(** A pass whose input has a smaller bound decides as for the greatest bound, and reduces nothing. *)
Definition decides_alike stages entry : bool :=
  let greatest := radix52_entry 3 in
  forallb (fun step => forallb (fun position =>
    Bool.eqb (in_order 3 stages entry to_cells step position) (in_order 3 stages greatest to_cells step position) &&
    (let i := place_in_group step position in
     let bound e := high (pass_ranges 3 stages e to_cells step position) +
       high (pass_ranges 3 stages e to_cells step (partner step position)) in
     negb (is_first step position) ||
     (Bool.eqb (carries_sum 3 stages entry to_cells step i) (carries_sum 3 stages greatest to_cells step i) &&
     (carries_sum 3 stages greatest to_cells step i ||
      (negb (reduces_sum 3 stages to_cells (bound entry) step) &&
       negb (reduces_sum 3 stages to_cells (bound greatest) step))))))
    (pass_positions stages)) (seq 0 stages).
Definition strided_fit : bool :=
  forallb (fun stages => forallb (fun done =>
    pass_fits 3 stages (transform_sum (Z.of_nat done)) to_cells (transform_sum (Z.of_nat (done + stages))) &&
      decides_alike stages (transform_sum (Z.of_nat done))) (seq 4 (17 - stages))) stage_counts.

Lemma strided_passes_fit : strided_fit = true.
Proof. vm_compute. reflexivity. Qed.

(** A pass after [done] stages of a transform of up to 2^20 values. *)
Theorem three_limbs_inverse_sums stages done q x :
  0 < q < 2 ^ radix52_modulus_bits 3 -> (1 <= stages)%nat -> Z.of_nat stages <= row_stages -> (4 <= done)%nat ->
  (done + stages <= 20)%nat ->
  (forall position, (position < 2 ^ stages)%nat -> below q (transform_sum (Z.of_nat done)) (x O position)) ->
  inverse_pass 3 stages (radix52_entry 3) to_cells q x ->
  (forall position, (position < 2 ^ stages)%nat ->
    below q (transform_sum (Z.of_nat (done + stages))) (x stages position)) /\
  transform_sum (Z.of_nat (done + stages)) <= radix52_entry 3.
Proof.
  intros Hq HK1 HK Hd HS Hx Hpass. unfold row_stages in HK. pose proof strided_passes_fit as Hfit.
  unfold strided_fit in Hfit. rewrite forallb_forall in Hfit.
  specialize (Hfit stages ltac:(destruct stages as [|[|[|[|s]]]]; cbn; lia || tauto)).
  rewrite forallb_forall in Hfit. specialize (Hfit done ltac:(apply in_seq; lia)). apply andb_prop in Hfit.
  destruct Hfit as [Hfit Halike]. pose proof (of_pass _ stages Halike) as HA. clear Halike. cbv beta in HA. split.
  - apply (inverse_pass_in_range 3 stages (transform_sum (Z.of_nat done)) to_cells _ q x); auto.
    intros step p Hs Hp Hf. specialize (Hpass step p Hs Hp Hf). specialize (HA step p Hs Hp).
    apply andb_prop in HA. destruct HA as [Ho HA]. rewrite Hf in HA. cbn [negb orb] in HA. apply andb_prop in HA.
    destruct HA as [Hc Hr]. apply Bool.eqb_prop in Ho, Hc. unfold inverse_step in *. rewrite Ho, Hc.
    unfold gs_butterfly_52 in *. destruct Hpass as [Hd' Hsum]. split; [exact Hd'|].
    replace (scales_sum 3 stages to_cells step (place_in_group step p)) with false in * by reflexivity.
    destruct (carries_sum 3 stages (radix52_entry 3) to_cells step (place_in_group step p)); [exact Hsum|].
    cbn [orb] in Hr.
    apply andb_prop in Hr. destruct Hr as [Hr0 Hr1]. apply negb_true_iff in Hr0, Hr1. rewrite Hr0. rewrite Hr1 in Hsum.
    exact Hsum.
  - unfold transform_sum, growth_of, radix52_row_excess, radix52_entry. cbn [Z.eqb Pos.eqb].
    assert (2 ^ Z.of_nat (done + stages) <= 2 ^ 20) by (apply Z.pow_le_mono_r; lia). lia.
Qed.

(** Section 13.6: only sums of inputs need an offset, and all others are small. *)
Definition order_fits (stages : nat) entry : bool :=
  forallb (fun step => forallb (fun position =>
    negb (is_first step position) ||
      Bool.eqb (in_order 3 stages entry to_cells step position) (negb (Nat.eqb (place_in_group step position) 0)))
    (pass_positions stages)) (seq 0 stages) &&
  forallb (fun position => high (pass_ranges 3 stages entry to_cells stages position) <=? kept_coefficients 3)
    (seq 1 (2 ^ stages - 1)).

Theorem lifted_products_in_order :
  forallb (fun stages => forallb (order_fits stages) (tile_entries 3 ++ strided_entries 3)) stage_counts = true.
Proof. vm_compute. reflexivity. Qed.

(** ** Section 13.7: values that stay in cells *)

Definition kept_widest limbs := buffer_widest (kept_coefficients limbs) (buffer_evaluations limbs).
(** The ranges of a sum and of a difference, which are reduced; for three limbs the offset of the forward transform
    comes first. *)
Definition kept_sum limbs := kept_widest limbs + offset_of limbs * 256.
Definition kept_rest limbs bound :=
  if limbs =? 2 then left_by_reduction 2 bound else radix52_digit_rest (bound + three_offset * 256).

Theorem kept_sums limbs q x y : limbs = 2 \/ limbs = 3 -> 0 < q -> below q (kept_widest limbs) x ->
  below q (kept_widest limbs) y ->
  let (sum, difference) := gs_butterfly_52 limbs q false x y in
  below q (kept_sum limbs) sum /\ below q (kept_sum limbs) difference /\
  kept_sum limbs + (if limbs =? 2 then 0 else three_offset * 256) <= radix52_capacity limbs /\
  kept_rest limbs (kept_sum limbs) <= buffer_factors limbs.
Proof.
  intros HL Hq Hx Hy. unfold gs_butterfly_52. unfold below in *.
  assert (Hw : 0 <= kept_widest limbs <= offset_of limbs * 256 /\
    kept_sum limbs + (if limbs =? 2 then 0 else three_offset * 256) <= radix52_capacity limbs /\
    kept_rest limbs (kept_sum limbs) <= buffer_factors limbs).
  { destruct HL as [-> | ->]; vm_compute; repeat split; congruence. }
  destruct Hw as (Hw & Hc & Hr). unfold kept_sum in *.
  assert (kept_widest limbs * q <= offset_of limbs * 256 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  split; [lia|split; [lia|split; [exact Hc|exact Hr]]].
Qed.

(** Coefficients enter the forward transform like input, its results are reduced to factors, and all kept values can be
    finished. *)
Theorem kept_values limbs : limbs = 2 \/ limbs = 3 ->
  buffer_factors limbs <= kept_coefficients limbs /\ buffer_factors limbs <= buffer_evaluations limbs /\
  radix52_prepared two_offset (mk_range 0 (kept_coefficients 2)) = two_input /\
  radix52_prepared three_offset (mk_range 0 (kept_coefficients 3)) = three_input /\
  left_by_reduction 2 (radix52_capacity 2) <= buffer_factors 2 /\
  (forall n, Z.of_nat n <= all_stages ->
    radix52_digit_rest (high (after_stages n three_growth three_input)) <= buffer_factors 3) /\
  kept_widest 2 <= radix52_top_finished /\ kept_widest 3 <= radix52_capacity 3.
Proof.
  intros HL. split; [destruct HL as [-> | ->]; vm_compute; congruence|].
  split; [destruct HL as [-> | ->]; vm_compute; congruence|].
  split; [reflexivity|]. split; [reflexivity|]. split; [vm_compute; congruence|].
  split; [|split; vm_compute; congruence].
  intros n Hn. rewrite after_stages_is. cbn [high]. set (most := high three_input + all_stages * three_growth * 256).
  assert (Hmost : high three_input + Z.of_nat n * three_growth * 256 <= most).
  { unfold most. assert (Z.of_nat n * three_growth <= all_stages * three_growth); [|lia].
    apply Z.mul_le_mono_nonneg_r; [vm_compute; congruence|exact Hn]. }
  transitivity (radix52_digit_rest most); [|vm_compute; congruence]. unfold radix52_digit_rest.
  enough ((high three_input + Z.of_nat n * three_growth * 256) / 2 ^ 32 <= most / 2 ^ 32) by lia.
  apply Z.div_le_mono; [lia|exact Hmost].
Qed.
