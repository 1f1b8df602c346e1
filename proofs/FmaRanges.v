(** Ranges of 128-bit words in doubles, which are magnitudes: sections 14.5 and 14.6 of
    docs/bounds/limbs_in_doubles.md. *)
From Ringlet Require Import Words Constants.

Definition two_or_three_limbs limbs := limbs = 2 \/ limbs = 3.

(** The range after n butterflies. *)
Fixpoint grown limbs (n : nat) r :=
  match n with O => r | S before => fma_limbs_ct_result (fma_limbs_growth limbs) (grown limbs before r) end.

Lemma grown_is limbs n bound :
  grown limbs n (mk_range 1 bound) = mk_range 1 (bound + Z.of_nat n * fma_limbs_growth limbs).
Proof.
  induction n as [|n IH]; cbn [grown].
  - f_equal. lia.
  - rewrite IH. unfold fma_limbs_ct_result. cbn [high]. f_equal. lia.
Qed.

(** For a leader that is reduced or twisted, and for reduced words, all butterflies of a pass accept it, the three
    across vectors and the two inside vectors of four lanes, and the results of strided passes are within
    [between_passes]. *)
Theorem fma_limbs_forward limbs n r : two_or_three_limbs limbs ->
  r = fma_limbs_leader \/ r = fma_limbs_product_range (fma_limbs_growth limbs) /\ Z.of_nat n <= row_stages \/
    r = fma_limbs_prepared (mk_range 0 1024) ->
  Z.of_nat n <= row_stages + 2 ->
  let after := grown limbs n r in
  (Z.of_nat n < row_stages + 2 -> r <> fma_limbs_product_range (fma_limbs_growth limbs) \/ Z.of_nat n < row_stages ->
    fma_limbs_ct_accepts (fma_limbs_growth limbs) (fma_limbs_capacity limbs) after = true) /\
  high after <= fma_limbs_capacity limbs /\
  (Z.of_nat n <= row_stages -> low after = low (fma_limbs_between (fma_limbs_growth limbs)) /\
    high after <= high (fma_limbs_between (fma_limbs_growth limbs))).
Proof.
  intros HL Hr Hn. cbv zeta.
  assert (E : exists bound, r = mk_range 1 bound /\ (bound = 144 \/ bound = fma_limbs_growth limbs /\
    Z.of_nat n <= row_stages)).
  { destruct Hr as [-> | [[-> Hs] | ->]]; [exists 144|exists (fma_limbs_growth limbs)|exists 144];
      (split; [reflexivity|auto]). }
  destruct E as (bound & -> & Hb). clear Hr. rewrite grown_is.
  unfold fma_limbs_ct_accepts, fma_limbs_between, fma_limbs_capacity, row_stages in *. cbn [low high Z.eqb Pos.eqb].
  destruct HL as [-> | ->]; unfold fma_limbs_growth in *; cbn [Z.eqb Pos.eqb] in *;
    (split; [intros; apply Z.leb_le; lia|lia]).
Qed.

(** Butterflies do not accept unreduced words; multiplicands grow until they are multiplied, and stay below the limit of
    products. *)
Theorem fma_limbs_multiplicands limbs n high_of_words : two_or_three_limbs limbs -> Z.of_nat n <= 2 ->
  fma_limbs_ct_accepts (fma_limbs_growth limbs) (fma_limbs_capacity limbs) (mk_range 0 high_of_words) = false /\
  high (grown limbs n (fma_limbs_between (fma_limbs_growth limbs))) <=
    fma_limbs_max_multiplicand limbs (fma_limbs_capacity limbs).
Proof.
  intros HL Hn. split; [reflexivity|]. unfold fma_limbs_between. rewrite grown_is.
  unfold fma_limbs_max_multiplicand, fma_limbs_capacity, row_stages.
  cbn [high]. destruct HL as [-> | ->]; unfold fma_limbs_growth; cbn [Z.eqb Pos.eqb]; lia.
Qed.

(** The inverse: products, and sums of two reduced values, may enter a pass. Its first stage, or all three stages, have
    room for sums; the first stage has room for sums of words below 2q. *)
Theorem fma_limbs_inverse limbs b : two_or_three_limbs limbs ->
  let entry := fma_limbs_between_inverse limbs in let limit := inverse_limit (fma_limbs_capacity limbs) in
  fma_limbs_growth limbs <= entry /\ 2 * fma_limbs_reduced_bound b <= entry /\ 2 * inverse_input_words <= limit /\
  entry * 2 ^ (if limbs =? 2 then 1 else 3) <= limit /\ fma_limbs_gs_offset (fma_limbs_capacity limbs) * 256 = limit.
Proof.
  intros HL. cbv zeta. unfold fma_limbs_reduced_bound, fma_limbs_reduced.
  destruct (Z.ltb_spec b 144); destruct HL as [-> | ->]; repeat split; try reflexivity; try (vm_compute; congruence);
    change (fma_limbs_between_inverse 2) with 288; change (fma_limbs_between_inverse 3) with 2048; lia.
Qed.
