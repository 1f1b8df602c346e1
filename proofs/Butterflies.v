(** Butterflies of words and the ranges that schedules derive: sections 5 and 6 of docs/bounds/words.md.

    A stage is the C++ computation at compile time, with the functions of the sources, for any range of values and for
    any stage, and so for transforms of any length and any division into passes. *)
From Ringlet Require Import Words Constants Shoup Barrett.

(** ** Section 5.1: butterflies with an offset *)

(** The least even offset that no product reaches is 2 for exact high products and 4 for other products. *)
Theorem shoup_offsets Capacity : 4 <= Capacity ->
  exact_bound Capacity (Capacity * 256) <= shoup_ct_offset Capacity (exact_bound Capacity) * 256 /\
  shoup_ct_offset Capacity (exact_bound Capacity) = 2 /\
  short_bound Capacity (Capacity * 256) <= shoup_ct_offset Capacity (short_bound Capacity) * 256 /\
  two_limb_bound <= shoup_ct_offset Capacity (fun _ => two_limb_bound) * 256 /\
  truncated_bound Capacity (Capacity * 256) <= shoup_ct_offset Capacity (truncated_bound Capacity) * 256.
Proof.
  intros HC.
  assert (E : (Capacity * 256 + Capacity - 1) / Capacity = 256).
  { replace (Capacity * 256 + Capacity - 1) with (Capacity - 1 + 256 * Capacity) by ring.
    rewrite Z.div_add by lia. rewrite Z.div_small by lia. reflexivity. }
  unfold shoup_ct_offset, exact_bound, short_bound, truncated_bound, exact_shortfall, short_shortfall, two_limb_bound.
  rewrite E. cbn. lia.
Qed.

Definition shoup_butterfly W offset q x product :=
  (add W x product, sub W (add W x (shoup_ct_offset_q offset q)) product).

Theorem shoup_butterfly_in_range W q Capacity bound r x product :
  0 < W -> 0 < q -> Capacity * q <= 2 ^ W ->
  within q r x -> 0 <= low r -> shoup_ct_accepts Capacity bound r = true ->
  bound (Capacity * 256) <= shoup_ct_offset Capacity bound * 256 -> below q (bound (Capacity * 256)) product ->
  let (sum, difference) := shoup_butterfly W (shoup_ct_offset Capacity bound) q x product in
  within q (shoup_ct_result Capacity bound r) sum /\ within q (shoup_ct_result Capacity bound r) difference /\
  sum mod q = (x + product) mod q /\ difference mod q = (x - product) mod q.
Proof.
  intros HW Hq Hfit Hx Hlow Hacc Hb Hp.
  unfold shoup_butterfly, within, below, shoup_ct_offset_q, shoup_ct_accepts, shoup_ct_result, shoup_ct_offset, add,
    sub in *.
  set (bd := bound (Capacity * 256)) in *. clearbody bd.
  assert (0 <= low r * q) by (apply Z.mul_nonneg_nonneg; lia).
  destruct (Z.leb_spec bd 512); apply Z.leb_le in Hacc; cbn [low high].
  - assert (bd * q <= 512 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
    assert ((high r + 512) * q <= Capacity * 256 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
    rewrite (Z.mod_small (x + product)), (Z.mod_small (x + 2 * q)) by lia.
    rewrite (Z.mod_small (x + 2 * q - product)) by lia.
    repeat split; try lia. apply (congruent _ _ _ (-2)); lia.
  - assert (bd * q <= 1024 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
    assert ((high r + 1024) * q <= Capacity * 256 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
    rewrite (Z.mod_small (x + product)), (Z.mod_small (x + 4 * q)) by lia.
    rewrite (Z.mod_small (x + 4 * q - product)) by lia.
    repeat split; try lia. apply (congruent _ _ _ (-4)); lia.
Qed.

(** The reduction: one conditional subtraction, of half the capacity. *)
Theorem shoup_reduced W q half x b :
  0 < W -> 0 < q -> 2 <= half -> 2 * half * q <= 2 ^ W -> below q b x -> b <= 2 * half * 256 ->
  let r := subtract_once W x (shoup_half_capacity_q (2 * half) q) in
  below q (shoup_reduced_bound (2 * half) b) r /\ r mod q = x mod q.
Proof.
  intros HW Hq Hh Hfit Hx Hb. cbv zeta. unfold shoup_half_capacity_q, shoup_reduced_bound, below in *.
  replace (2 * half / 2) with half by (rewrite Z.mul_comm, Z.div_mul; lia).
  replace (2 * half * 256 / 2) with (half * 256) by (replace (2 * half * 256) with (half * 256 * 2) by ring;
    rewrite Z.div_mul; lia).
  assert (b * q <= 2 * half * 256 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (0 < half * q) by (apply Z.mul_pos_pos; lia).
  rewrite subtraction_by_minimum by (unfold fits; lia).
  destruct (Z.ltb_spec x (half * q)); destruct (Z.leb_spec b (half * 256)).
  - lia.
  - destruct (Z.ltb_spec (half * 256) (b - half * 256)); split; lia.
  - exfalso. assert (b * q <= half * 256 * q) by (apply Z.mul_le_mono_nonneg_r; lia). lia.
  - split; [|apply (congruent _ _ _ half); lia].
    destruct (Z.ltb_spec (half * 256) (b - half * 256)); [lia|].
    assert ((b - half * 256) * q <= half * 256 * q) by (apply Z.mul_le_mono_nonneg_r; lia). lia.
Qed.

(** The operand of a stage as schedules prepare it. *)
Definition operand ct_accepts prepared max_lift before remaining final :=
  if forward_prepares ct_accepts max_lift before remaining then prepared before (forward_lift max_lift remaining final)
  else before.

Definition after_stage ct_accepts ct_result prepared max_lift before remaining final :=
  forward_after_stage ct_result prepared (forward_prepares ct_accepts max_lift before remaining)
    (forward_lift max_lift remaining final) before.

(** In every stage, whatever the range before it, the butterfly accepts its operand, and its results are within the
    capacity. *)
Theorem shoup_stage half bound before remaining final :
  let Capacity := 2 * half in
  2 <= half -> (shoup_ct_offset Capacity bound = 2 \/ 4 <= half) -> 0 <= low before -> high before <= Capacity * 256 ->
  let accepts := shoup_ct_accepts Capacity bound in let prepared x (_ : Z) := shoup_prepared Capacity x in
  let x := operand accepts prepared shoup_max_lift before remaining final in
  let after := after_stage accepts (shoup_ct_result Capacity bound) prepared shoup_max_lift before remaining final in
  accepts x = true /\ low x >= 0 /\ after = shoup_ct_result Capacity bound x /\ low after = 0 /\ high after <=
    Capacity * 256.
Proof.
  intros Capacity Hh Hoff Hlow Hhigh. cbv zeta. unfold operand, after_stage, forward_after_stage, forward_prepares.
  assert (Hhalf : Capacity * 256 / 2 = half * 256).
  { unfold Capacity. replace (2 * half * 256) with (half * 256 * 2) by ring. apply Z.div_mul; lia. }
  destruct (shoup_ct_accepts Capacity bound before) eqn:A.
  - replace (if remaining =? 1 then 0 <? shoup_max_lift else remaining =? 1) with false
      by (unfold shoup_max_lift; destruct (remaining =? 1); reflexivity).
    unfold shoup_ct_accepts, shoup_ct_result in *. destruct (bound (Capacity * 256) <=? 512); apply Z.leb_le in A;
      cbn [low high];
    rewrite ?Z.leb_le; repeat split; lia || auto using Z.leb_le.
    all: try (apply Z.leb_le; lia).
  - unfold shoup_prepared, shoup_ct_accepts, shoup_ct_result, shoup_ct_offset in *. rewrite Hhalf.
    destruct (bound (Capacity * 256) <=? 512); destruct (Z.leb_spec (high before) (half * 256));
      try destruct (Z.ltb_spec (half * 256) (high before - half * 256)); cbn [low high];
      repeat split; try (apply Z.leb_le); unfold Capacity in *; lia.
Qed.

(** The inputs of passes are within the capacity, too. *)
Theorem shoup_entries Capacity bound : 4 <= Capacity -> bound (Capacity * 256) <= Capacity * 256 ->
  forward_between_passes (shoup_ct_result Capacity bound) (fun x _ => shoup_prepared Capacity x) (Capacity * 256)
    shoup_max_lift
    = mk_range 0 (Capacity * 256) /\
  high (forward_product_range bound (Capacity * 256)) <= Capacity * 256.
Proof. intros. split; [reflexivity|cbn; lia]. Qed.

(** ** Section 5.2: butterflies with a lift, modulo 2^52 *)

Definition ifma_butterfly q w x y :=
  let product := ifma_twiddle_product ifma_quotient_start q w y in (add 64 x product, sub 64 x product).

Theorem ifma_butterfly_in_range q Capacity w r x y :
  1 < q -> 4 <= Capacity -> Capacity * q <= 2 ^ 52 -> 0 <= w < q ->
  within q r (low52 x) -> ifma_ct_accepts Capacity r = true -> low52 y < Capacity * q ->
  let (sum, difference) := ifma_butterfly q w x y in
  within q (ifma_ct_result r) (low52 sum) /\ within q (ifma_ct_result r) (low52 difference) /\
  low52 sum mod q = (low52 x + low52 y * w) mod q /\ low52 difference mod q = (low52 x - low52 y * w) mod q.
Proof.
  intros Hq HC Hfit Hw Hx Hacc Hy. unfold ifma_butterfly, ifma_quotient_start.
  assert (Hqq : 4 * q <= Capacity * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  destruct (ifma_twiddle_lane 1 q w y) as (E & H0 & H1); try lia.
  rewrite low52_add, low52_sub, E. clear E. pose proof (low52_range x). pose proof (low52_range y).
  set (x0 := low52 x) in *. set (y0 := low52 y) in *. clearbody x0 y0.
  set (Q := y0 * (w * 2 ^ 52 / q) / 2 ^ 52) in *. clearbody Q.
  set (t := y0 * w - (Q + 1) * q).
  assert (q * y0 <= q * 2 ^ 52) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (Ht : - q <= t < q) by (unfold t; split; [lia|apply (cancel (2 ^ 52)); lia]).
  unfold within, ifma_ct_accepts, ifma_ct_result in *. cbn [low high].
  assert (Hl : 256 <= low r /\ high r + 256 <= Capacity * 256).
  { destruct (Z.leb_spec 256 (low r)); [apply Z.leb_le in Hacc; lia|discriminate]. }
  assert (256 * q <= low r * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert ((high r + 256) * q <= Capacity * 256 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (Es : low52 (x0 + low52 t) = x0 + t).
  { unfold low52. rewrite Zplus_mod_idemp_r. apply Z.mod_small. lia. }
  assert (Ed : low52 (x0 - low52 t) = x0 - t).
  { unfold low52. rewrite Zminus_mod_idemp_r. apply Z.mod_small. lia. }
  rewrite Es, Ed. repeat split; try lia.
  - apply (congruent _ _ _ (Q + 1)); unfold t; lia.
  - apply (congruent _ _ _ (- (Q + 1))); unfold t; lia.
Qed.

(** The same for every stage; operands are lifted by as much as the stage needs. *)
Theorem ifma_stage half before remaining final :
  let Capacity := 2 * half in
  2 <= half -> 1 <= remaining -> 0 <= low before -> high before <= Capacity * 256 ->
  let accepts := ifma_ct_accepts Capacity in let prepared := ifma_prepared (ifma_reduced_bound Capacity) in
  let max_lift := ifma_max_lift Capacity in
  let x := operand accepts prepared max_lift before remaining final in
  let after := after_stage accepts ifma_ct_result prepared max_lift before remaining final in
  accepts x = true /\ after = ifma_ct_result x /\ 0 <= low after /\ high after <= Capacity * 256 /\
  (remaining = 1 -> final = true -> high after <= 4 * 256).
Proof.
  intros Capacity Hh Hrem Hlow Hhigh. cbv zeta.
  assert (Hmax : ifma_max_lift Capacity = half - 1).
  { unfold ifma_max_lift, Capacity. rewrite Z.mul_comm, Z.div_mul by lia. reflexivity. }
  assert (Hred : ifma_reduced_bound Capacity (high before) <= 512).
  { unfold ifma_reduced_bound. enough ((high before + Capacity - 1) / Capacity < 257) by lia.
    apply Z.div_lt_upper_bound; unfold Capacity in *; lia. }
  assert (Hlift : 1 <= forward_lift (half - 1) remaining final <= half - 1 /\
                  (remaining = 1 -> final = true -> forward_lift (half - 1) remaining final = 1)).
  { unfold forward_lift. destruct (Z.eqb_spec remaining 1); destruct final; destruct (Z.ltb_spec 1 remaining);
      repeat (match goal with |- context [?a <? ?b] => destruct (Z.ltb_spec a b) end); lia. }
  unfold operand, after_stage, forward_after_stage, forward_prepares. rewrite Hmax.
  set (lift := forward_lift (half - 1) remaining final) in *. clearbody lift.
  assert (Hprep : forall accepted, accepted = ifma_prepared (ifma_reduced_bound Capacity) before lift ->
    ifma_ct_accepts Capacity accepted = true /\ ifma_ct_result accepted = ifma_ct_result accepted /\
    0 <= low (ifma_ct_result accepted) /\ high (ifma_ct_result accepted) <= Capacity * 256 /\
    (remaining = 1 -> final = true -> high (ifma_ct_result accepted) <= 4 * 256)).
  { intros a ->. unfold ifma_ct_accepts, ifma_ct_result, ifma_prepared.
    destruct (Z.leb_spec (high before) 256); cbn [low high];
      (destruct (Z.leb_spec 256 (lift * 256)); [|lia]); rewrite ?Z.leb_le; unfold Capacity in *; repeat split;
      try (apply Z.leb_le); try (intros Er Ef; destruct Hlift as [Hl1 HL]; specialize (HL Er Ef)); lia. }
  destruct (ifma_ct_accepts Capacity before) eqn:A.
  - destruct (Z.eqb_spec remaining 1).
    + replace (0 <? half - 1) with true by (symmetry; apply Z.ltb_lt; lia). apply Hprep. reflexivity.
    + split; [exact A|split; [reflexivity|]]. unfold ifma_ct_accepts, ifma_ct_result in *. cbn [low high].
      destruct (Z.leb_spec 256 (low before)); [apply Z.leb_le in A|discriminate]. lia.
  - apply Hprep. reflexivity.
Qed.

(** The results of both lifts. *)
Theorem ifma_lifted q half x lift b :
  let Capacity := 2 * half in
  1 < q -> 2 <= half -> Capacity * q <= 2 ^ 52 -> 1 <= lift <= ifma_max_lift Capacity ->
  below q b (low52 x) -> b <= Capacity * 256 ->
  let r := ifma_prepared (ifma_reduced_bound Capacity) (mk_range 0 b) lift in
  let by_addition := add 64 x (lift * q) in
  let by_quotient := madd52_low x (madd52_high (ifma_lifted_start lift) x (ifma_word_quotient (word_quotient 64 q)))
    (ifma_minus_q q) in
  let lifted := if b <=? 256 then by_addition else by_quotient in
  within q r (low52 lifted) /\ low52 lifted mod q = low52 x mod q.
Proof.
  intros Capacity Hq Hh Hfit Hlift Hx Hb. cbv zeta.
  assert (Hmax : ifma_max_lift Capacity = half - 1).
  { unfold ifma_max_lift, Capacity. rewrite Z.mul_comm, Z.div_mul by lia. reflexivity. }
  rewrite Hmax in Hlift.
  assert (Hlq : 0 <= lift * q) by (apply Z.mul_nonneg_nonneg; lia).
  assert (Hlq2 : (lift + 1) * q <= half * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (Hqq : 4 * q <= Capacity * q) by (apply Z.mul_le_mono_nonneg_r; unfold Capacity; lia).
  unfold ifma_prepared. cbn [high]. unfold below in Hx.
  destruct (Z.leb_spec b 256).
  - assert (b * q <= 256 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
    rewrite low52_add. pose proof (low52_range x). rewrite (low52_small (lift * q)) by (unfold Capacity in *; lia).
    rewrite low52_small by (unfold Capacity in *; lia).
    unfold within. cbn [low high]. repeat split; try lia. apply (congruent _ _ _ (- lift)); lia.
  - destruct (ifma_reduced q x Capacity b) as [Hc Hr]; unfold Capacity in *; try lia.
    unfold ifma_reduce in *. unfold ifma_lifted_start, ifma_minus_q in *. change 4503599627370496 with (2 ^ 52) in *.
    rewrite low52_madd in *. rewrite (low52_small (2 ^ 52 - q)) in * by lia.
    set (v := ifma_word_quotient (word_quotient 64 q)) in *.
    assert (Hlane : low52 (madd52_high (2 ^ 52 - lift) x v) = low52 (madd52_high 0 x v - lift)).
    { unfold madd52_high. rewrite low52_of_lane. rewrite Z.add_0_l.
      rewrite (Z.mod_small (low52 x * low52 v / 2 ^ 52)).
      - apply (low52_shift _ _ 1). ring.
      - pose proof (low52_range x). pose proof (low52_range v).
        split; [apply Z.div_pos; [apply Z.mul_nonneg_nonneg|]; lia|].
        apply Z.div_lt_upper_bound; [lia|].
        assert (low52 x * low52 v <= 2 ^ 52 * 2 ^ 52) by (apply Z.mul_le_mono_nonneg; lia). lia. }
    rewrite Hlane. set (Q := madd52_high 0 x v) in *. clearbody Q.
    assert (HE : low52 (x + low52 (Q - lift) * (2 ^ 52 - q)) = low52 (low52 (x + low52 Q * (2 ^ 52 - q)) + lift * q)).
    { unfold low52 at 1 3 4. rewrite Zplus_mod_idemp_l.
      pose proof (Z.div_mod (Q - lift) (2 ^ 52) ltac:(lia)). pose proof (Z.div_mod Q (2 ^ 52) ltac:(lia)).
      apply (low52_shift _ _ (- lift - ((Q - lift) / 2 ^ 52 - Q / 2 ^ 52) * (2 ^ 52 - q))). unfold low52. lia. }
    rewrite HE. set (r := low52 (x + low52 Q * (2 ^ 52 - q))) in *. clearbody r.
    assert (Hrb : ifma_reduced_bound (2 * half) b <= 512).
    { unfold ifma_reduced_bound. enough ((b + 2 * half - 1) / (2 * half) < 257) by lia. apply Z.div_lt_upper_bound;
        lia. }
    unfold below in Hr.
    assert (ifma_reduced_bound (2 * half) b * q <= 512 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
    rewrite low52_small by lia. unfold within. cbn [low high].
    repeat split; try lia. rewrite <- Hc. apply (congruent _ _ _ (- lift)); lia.
Qed.

(** ** Section 6.1: the inverse, operands below half the capacity *)

Definition gs_butterfly W q offset x y := (add W x y, sub W (add W x (ifma_gs_offset_q offset q)) y).

Theorem gs_butterfly_in_range W q half x y :
  let Capacity := 2 * half in let limit := inverse_limit (Capacity * 256) in
  0 < W -> 0 < q -> 0 < half -> Capacity * q <= 2 ^ W -> below q limit x -> below q limit y ->
  let (sum, difference) := gs_butterfly W q (gs_offset Capacity) x y in
  below q (Capacity * 256) sum /\ below q (limit + gs_offset Capacity * 256) difference /\ 0 < difference /\
  limit + gs_offset Capacity * 256 = Capacity * 256 /\
  sum mod q = (x + y) mod q /\ difference mod q = (x - y) mod q.
Proof.
  intros Capacity limit HW Hq Hh Hfit Hx Hy.
  assert (El : limit = half * 256).
  { unfold limit, inverse_limit, Capacity. replace (2 * half * 256) with (half * 256 * 2) by ring. apply Z.div_mul;
      lia. }
  assert (Eg : gs_offset Capacity = half) by (unfold gs_offset, Capacity; rewrite Z.mul_comm; apply Z.div_mul; lia).
  unfold gs_butterfly, ifma_gs_offset_q, below, add, sub in *. rewrite Eg. rewrite El in *. unfold Capacity in *.
  assert (0 < half * q) by (apply Z.mul_pos_pos; lia).
  rewrite (Z.mod_small (x + y)), (Z.mod_small (x + half * q)) by lia. rewrite (Z.mod_small (x + half * q - y)) by lia.
  repeat split; try lia. apply (congruent _ _ _ (- half)); lia.
Qed.

(** All results of a pass, reduced sums, products and twisted values, are operands of the next stage. *)
Definition keeps_invariant product_bound reduced Capacity :=
  let limit := inverse_limit (Capacity * 256) in
  product_bound (Capacity * 256) <= limit /\
  (forall sum, sum <= Capacity * 256 -> reduced sum <= limit) /\
  inverse_between_passes product_bound reduced (Capacity * 256) <= limit /\
  reduced (Capacity * 256) <= inverse_between_passes product_bound reduced (Capacity * 256) /\
  inverse_twisted product_bound (Capacity * 256) <= inverse_between_passes product_bound reduced (Capacity * 256) /\
  inverse_input_words <= limit.

Lemma invariant_by_limit product_bound reduced half : 2 <= half ->
  0 <= product_bound (2 * half * 256) <= half * 256 -> (forall sum, sum <= 2 * half * 256 -> reduced sum <= half *
    256) ->
  keeps_invariant product_bound reduced (2 * half).
Proof.
  intros Hh Hp Hr. pose proof (Hr (2 * half * 256) ltac:(lia)) as Hr1.
  unfold keeps_invariant, inverse_limit, inverse_between_passes, inverse_twisted, inverse_input_words.
  replace (2 * half * 256 / 2) with (half * 256) by (replace (2 * half * 256) with (half * 256 * 2) by ring;
    rewrite Z.div_mul; lia).
  destruct (Z.leb_spec (reduced (2 * half * 256)) (2 * product_bound (2 * half * 256)));
    try destruct (Z.leb_spec (2 * product_bound (2 * half * 256)) (half * 256));
    (split; [lia|split; [exact Hr|lia]]).
Qed.

Theorem inverse_invariant half : 2 <= half ->
  let Capacity := 2 * half in
  keeps_invariant (shoup_product_bound Capacity) (ifma_reduced_bound Capacity) Capacity /\
  keeps_invariant (exact_bound Capacity) (shoup_reduced_bound Capacity) Capacity /\
  (4 <= half -> keeps_invariant (short_bound Capacity) (shoup_reduced_bound Capacity) Capacity /\
                keeps_invariant (fun _ => two_limb_bound) (shoup_reduced_bound Capacity) Capacity /\
                keeps_invariant (truncated_bound Capacity) (shoup_reduced_bound Capacity) Capacity).
Proof.
  intros Hh Capacity.
  assert (E : (2 * half * 256 + 2 * half - 1) / (2 * half) = 256).
  { replace (2 * half * 256 + 2 * half - 1) with (2 * half - 1 + 256 * (2 * half)) by ring.
    rewrite Z.div_add by lia. rewrite Z.div_small by lia. reflexivity. }
  assert (Hi : forall sum, sum <= 2 * half * 256 -> ifma_reduced_bound (2 * half) sum <= half * 256).
  { intros s Hs. unfold ifma_reduced_bound. enough ((s + 2 * half - 1) / (2 * half) < 257) by lia.
    apply Z.div_lt_upper_bound; lia. }
  assert (Hs : forall sum, sum <= 2 * half * 256 -> shoup_reduced_bound (2 * half) sum <= half * 256).
  { intros s Hs. unfold shoup_reduced_bound.
    replace (2 * half * 256 / 2) with (half * 256) by (replace (2 * half * 256) with (half * 256 * 2) by ring;
      rewrite Z.div_mul; lia).
    destruct (Z.leb_spec s (half * 256)); [lia|]. destruct (Z.ltb_spec (half * 256) (s - half * 256)); lia. }
  unfold Capacity. split; [|split; [|intros; split; [|split]]]; apply invariant_by_limit; auto;
    unfold shoup_product_bound, exact_bound, short_bound, truncated_bound, exact_shortfall, short_shortfall,
      two_limb_bound;
    rewrite ?E; lia.
Qed.

(** ** Sections 10.5 and 10.7: the schedules of Fma53, whose ranges are magnitudes *)

Lemma fma_growth Capacity : 4 <= Capacity -> fma_product_bound Capacity (Capacity * 256) = 160.
Proof.
  intros. unfold fma_product_bound. replace (Capacity * 256 + 8 * Capacity - 1) with (8 * Capacity - 1 + 32 * (8 *
    Capacity)) by ring.
  rewrite Z.div_add by lia. rewrite Z.div_small by lia. reflexivity.
Qed.

(** In every stage, a butterfly adds 5/8 q, and accepts its operand once it is prepared. *)
Theorem fma_stage Capacity before remaining final : 4 <= Capacity -> high before <= Capacity * 256 ->
  let bound := fma_product_bound Capacity in
  let accepts := fma_ct_accepts bound (Capacity * 256) in let result := fma_ct_result bound (Capacity * 256) in
  let prepared x (_ : Z) := fma_prepared fma_reduced_bound x in
  let x := operand accepts prepared fma_max_lift before remaining final in
  let after := after_stage accepts result prepared fma_max_lift before remaining final in
  accepts x = true /\ after = result x /\ high after = high x + 160 /\ high after <= Capacity * 256.
Proof.
  intros HC Hb. cbv zeta. unfold operand, after_stage, forward_after_stage, forward_prepares, fma_max_lift.
  unfold fma_ct_accepts, fma_ct_result, fma_prepared, fma_reduced_bound. rewrite fma_growth by assumption. cbn [high].
  destruct (Z.leb_spec (high before + 160) (Capacity * 256)).
  - replace (if remaining =? 1 then 0 <? 0 else remaining =? 1) with false by (destruct (remaining =? 1); reflexivity).
    repeat split; try (apply Z.leb_le); cbn [high]; lia.
  - repeat split; try (apply Z.leb_le); cbn [high]; lia.
Qed.

(** Passes of up to eleven stages that prepare nothing leave half a q for the finish, if the capacity has room for them;
    it has room for twisted values. *)
Theorem fma_roomy_pass Capacity stages before : 8 <= Capacity -> 0 <= stages <= 11 -> before <= Capacity * 256 ->
  let growth := fma_product_bound Capacity (Capacity * 256) in
  let room := fma_room (Capacity * 256) growth stages in
  growth <= room /\ (before <= room -> before + stages * growth + 128 <= Capacity * 256) /\
  fma_after_pass fma_reduced_bound (Capacity * 256) growth before stages <= Capacity * 256.
Proof.
  intros HC Hs Hb. cbv zeta. rewrite fma_growth by lia. unfold fma_room, fma_after_pass, fma_reduced_bound.
  split; [lia|]. destruct (Z.leb_spec before (Capacity * 256 - 128 - stages * 160)); lia.
Qed.

(** The growth in a stage, and capacities for which it is small enough for such passes. *)
Theorem fma_grows_slowly Capacity : 4 <= Capacity ->
  let growth := forward_growth (fma_ct_result (fma_product_bound Capacity) (Capacity * 256)) in
  growth = fma_product_bound Capacity (Capacity * 256) /\ 8 * growth <= 5 * 256 /\
  forward_grows_slowly fma_max_lift growth (Capacity * 256) = (8 <=? Capacity).
Proof.
  intros HC. cbv zeta. unfold forward_growth, fma_ct_result, forward_grows_slowly, fma_max_lift. cbn [high].
  rewrite fma_growth by lia. split; [reflexivity|]. split; [lia|]. cbn.
  destruct (Z.leb_spec 8 Capacity), (Z.leb_spec 2048 (Capacity * 256)); try reflexivity; exfalso; lia.
Qed.

Theorem fma_inverse_invariant half : 2 <= half ->
  keeps_invariant (fma_product_bound (2 * half)) (fun _ => fma_reduced_bound) (2 * half) /\
  fma_gs_offset (2 * half) * 256 = inverse_limit (2 * half * 256).
Proof.
  intros Hh. split.
  - apply invariant_by_limit; [lia| |unfold fma_reduced_bound; lia]. rewrite fma_growth by lia. lia.
  - unfold fma_gs_offset, inverse_limit. replace (2 * half * 256) with (half * 256 * 2) by ring.
    rewrite (Z.mul_comm 2 half), !Z.div_mul by lia. reflexivity.
Qed.

(** ** Section 1.2: the use of capacities *)

(** The same for words, for 128-bit words and for doubles, whose integers have 52 bits and a sign. *)
Theorem capacities_fit bytes log q : 0 <= log ->
  (log <= 8 * bytes -> 0 < q < 2 ^ shoup_modulus_bits bytes log ->
    shoup_capacity (2 ^ log) * q <= 256 * 2 ^ (8 * bytes)) /\
  (log <= 52 -> 0 < q < 2 ^ fma_modulus_bits log -> fma_capacity (2 ^ log) * q <= 256 * 2 ^ 52).
Proof.
  unfold shoup_modulus_bits, shoup_capacity, fma_modulus_bits, fma_capacity. intros Hl.
  pose proof (power_positive log Hl) as Hp. split; intros Hb Hq.
  - replace (2 ^ (8 * bytes)) with (2 ^ log * 2 ^ (8 * bytes - log)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
    assert (2 ^ log * q <= 2 ^ log * 2 ^ (8 * bytes - log)) by (apply Z.mul_le_mono_nonneg_l; lia). lia.
  - replace (2 ^ 52) with (2 ^ log * 2 ^ (52 - log)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
    assert (2 ^ log * q <= 2 ^ log * 2 ^ (52 - log)) by (apply Z.mul_le_mono_nonneg_l; lia). lia.
Qed.

(** Section 11.1: 128-bit words, C = 16. Moduli have 124 bits, lazy values fit, and Barrett's product is below two q. *)
Theorem word128_capacity q x y : 2 <= q < 2 ^ shoup_modulus_bits 16 4 -> 0 <= x < q -> 0 <= y < q ->
  shoup_modulus_bits 16 4 = 124 /\ shoup_capacity 16 * q <= 256 * 2 ^ 128 /\
  let r := barrett_product (mul_high 128) 16 1 (length_of q) q x y in r mod q = (x * y) mod q /\ 0 <= r < 2 * q.
Proof.
  intros Hq Hx Hy. destruct (capacities_fit 16 4 q ltac:(lia)) as [H _].
  split; [reflexivity|]. split; [apply H; lia|]. cbv zeta.
  assert (Hb : 2 <= length_of q <= 124 /\ 2 ^ (length_of q - 1) <= q < 2 ^ length_of q).
  { unfold length_of. pose proof (Z.log2_spec q ltac:(lia)) as L. rewrite <- Z.add_1_r in L.
    replace (Z.log2 q + 1 - 1) with (Z.log2 q) by ring.
    assert (1 <= Z.log2 q) by (apply Z.log2_le_pow2; lia).
    assert (Z.log2 q < 124) by (apply Z.log2_lt_pow2; [lia|apply Hq]). lia. }
  destruct Hb as [Hb Hl].
  assert (Hfit : 16 * 2 ^ length_of q <= 2 ^ 128).
  { assert (2 ^ length_of q <= 2 ^ 124) by (apply Z.pow_le_mono_r; lia). lia. }
  destruct (barrett_product_exact 16 1 (length_of q) q x y 16) as [E B]; try lia.
  { unfold barrett_takes, barrett_room. cbn. lia. }
  change (8 * 16) with 128 in *. split; [exact E|]. change (barrett_bound 16 exact_shortfall) with 512 in B.
  unfold below in B. lia.
Qed.

Theorem ifma_capacity log q : 0 <= log <= 52 -> 0 < q < 2 ^ ifma_modulus_bits log ->
  2 ^ log * q <= 2 ^ ifma_significant_bits.
Proof.
  unfold ifma_modulus_bits, ifma_significant_bits. intros Hl Hq.
  replace (2 ^ 52) with (2 ^ log * 2 ^ (52 - log)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  apply Z.mul_le_mono_nonneg_l; [pose proof (power_positive log); lia|lia].
Qed.
