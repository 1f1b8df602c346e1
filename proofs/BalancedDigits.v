(** Balanced digits of residues, from bits of words: section 16.6 of docs/bounds/dot.md. *)
From Ringlet Require Import Words Constants.

(** Digits to the base B = 2^w in [-B/2, B/2), and the rest from digit k on. *)
Definition digit w c := (c + 2 ^ (w - 1)) mod 2 ^ w - 2 ^ (w - 1).
Fixpoint rest w (k : nat) c := match k with O => c | S k => (rest w k c - digit w (rest w k c)) / 2 ^ w end.
Fixpoint digits_sum w (k : nat) c :=
  match k with O => 0 | S k => digits_sum w k c + digit w (rest w k c) * 2 ^ (Z.of_nat k * w) end.

(** 1 + B + ... + B^(k-1). *)
Fixpoint ones w (k : nat) := match k with O => 0 | S k => ones w k + 2 ^ (Z.of_nat k * w) end.

(** The number of digits that balanced_digit_count finds: the least number that reaches floor((q - 1) / 2). *)
Definition reached w k := (2 ^ (w - 1) - 1) * ones w k.
Definition digit_count q w (count : nat) :=
  (1 <= count)%nat /\ (q - 1) / 2 <= reached w count /\
  forall fewer, (1 <= fewer < count)%nat -> reached w fewer < (q - 1) / 2.

Definition width w k := Z.min w (64 - k * w).
Definition centred q x := if x <? (q + 1) / 2 then x else x - q.

(** The constants for digit k, and the kernel. *)
Fixpoint halves_below w (k : nat) :=
  match k with O => 0 | S k => halves_below w k + 2 ^ (Z.of_nat k * w + w - 1) end.
Definition digit_offset q w (k : nat) :=
  let shift := Z.of_nat k * w in
  (balanced_half (width w (Z.of_nat k)) * 2 ^ shift + halves_below w k - (q - (q + 1) / 2)) mod 2 ^ 64.
Definition balanced_digit (subtract_modulo : Z -> Z -> Z -> Z) q w (k : nat) p x :=
  let shift := Z.of_nat k * w in let half := balanced_half (width w (Z.of_nat k)) in
  let u := add 64 (subtract_modulo x ((q + 1) / 2) q) (digit_offset q w k) in
  subtract_modulo (Z.land (shift_right shift u) (half * 2 - 1)) half p.
Definition subtract_by_minimum a b q := add_if_negative 64 (sub 64 a b) q.
Definition subtract_modulo_by_sign a b q := add_by_sign 64 (sub 64 a b) q.

Lemma half_base w : 2 <= w -> 2 ^ w = 2 * 2 ^ (w - 1) /\ 2 <= 2 ^ (w - 1).
Proof.
  intros. split; [rewrite <- Z.pow_succ_r by lia; f_equal; lia|]. change 2 with (2 ^ 1) at 1.
  apply Z.pow_le_mono_r; lia.
Qed.

Lemma power_step w k : 2 <= w -> 2 ^ (Z.of_nat (S k) * w) = 2 ^ (Z.of_nat k * w) * 2 ^ w.
Proof. intros. rewrite Nat2Z.inj_succ, <- Z.pow_add_r by lia. f_equal. lia. Qed.

Lemma ones_sum w k : 2 <= w -> (2 ^ w - 1) * ones w k = 2 ^ (Z.of_nat k * w) - 1.
Proof.
  intros Hw. induction k as [|k IH]; [cbn; ring|]. cbn [ones]. rewrite power_step by lia.
  rewrite Z.mul_add_distr_l, IH. ring.
Qed.

Lemma halves_are_ones w k : 2 <= w -> halves_below w k = 2 ^ (w - 1) * ones w k.
Proof.
  intros Hw. induction k as [|k IH]; cbn [halves_below ones]; [ring|]. rewrite IH, Z.mul_add_distr_l, <- Z.pow_add_r
    by lia. do 2 f_equal. lia.
Qed.

Lemma digit_range w c : 2 <= w -> - 2 ^ (w - 1) <= digit w c < 2 ^ (w - 1).
Proof.
  intros Hw. destruct (half_base w Hw) as [E _]. unfold digit.
  pose proof (Z.mod_pos_bound (c + 2 ^ (w - 1)) (2 ^ w) ltac:(lia)). lia.
Qed.

Lemma rest_step w c : 2 <= w -> (c - digit w c) / 2 ^ w = (c + 2 ^ (w - 1)) / 2 ^ w.
Proof.
  intros Hw. destruct (half_base w Hw) as [E _]. unfold digit. set (h := 2 ^ (w - 1)) in *. set (B := 2 ^ w) in *.
  pose proof (Z.div_mod (c + h) B ltac:(lia)) as D. replace (c - ((c + h) mod B - h)) with ((c + h) / B * B) by lia.
  apply Z.div_mul. lia.
Qed.

(** Adding half a base at each lower digit makes these unsigned, so that they carry nothing. *)
Theorem rest_by_offset w k c : 2 <= w -> rest w k c = (c + halves_below w k) / 2 ^ (Z.of_nat k * w).
Proof.
  intros Hw. induction k as [|k IH]; [cbn; rewrite Z.add_0_r, Z.div_1_r; reflexivity|].
  cbn [rest halves_below]. rewrite rest_step, IH, power_step by lia.
  pose proof (power_positive (Z.of_nat k * w) ltac:(lia)). destruct (half_base w Hw) as [E Hh].
  rewrite <- Z.div_div by lia. f_equal. rewrite Z.add_assoc.
  replace (2 ^ (Z.of_nat k * w + w - 1)) with (2 ^ (w - 1) * 2 ^ (Z.of_nat k * w))
    by (rewrite <- Z.pow_add_r by lia; f_equal; lia). rewrite Z.div_add by lia. reflexivity.
Qed.

Lemma digits_and_rest w k c : 2 <= w -> c = digits_sum w k c + rest w k c * 2 ^ (Z.of_nat k * w).
Proof.
  intros Hw. induction k as [|k IH]; [cbn; ring|]. cbn [digits_sum rest]. rewrite power_step by lia.
  rewrite rest_step by lia. rewrite IH at 1. set (r := rest w k c). unfold digit. destruct (half_base w Hw) as [E Hh].
  pose proof (Z.div_mod (r + 2 ^ (w - 1)) (2 ^ w) ltac:(lia)) as D.
  set (m := (r + 2 ^ (w - 1)) mod 2 ^ w) in *. set (d := (r + 2 ^ (w - 1)) / 2 ^ w) in *.
  replace r with (2 ^ w * d + m - 2 ^ (w - 1)) by lia. ring.
Qed.

Lemma centred_range q x : 2 <= q -> 0 <= x < q -> - q <= 2 * centred q x < q /\ centred q x mod q = x mod q.
Proof.
  intros Hq Hx. pose proof (floor (q + 1) 2 ltac:(lia)). unfold centred. destruct (Z.ltb_spec x ((q + 1) / 2)).
  - split; [lia|reflexivity].
  - split; [lia|]. apply (congruent _ _ _ 1); lia.
Qed.

Lemma ones_positive w k : 0 <= w -> (1 <= k)%nat -> 1 <= ones w k.
Proof.
  intros Hw Hk. induction k as [|k IH]; [lia|]. cbn [ones]. pose proof (power_positive (Z.of_nat k * w) ltac:(lia)).
  destruct k; [cbn [ones]; lia|]. lia.
Qed.

(** The counted digits are all: nothing is left, and they add up. *)
Theorem digits_are_enough q w count x : 2 <= q -> 2 <= w -> 0 <= x < q ->
  (1 <= count)%nat -> (q - 1) / 2 <= reached w count ->
  rest w count (centred q x) = 0 /\ digits_sum w count (centred q x) = centred q x.
Proof.
  intros Hq Hw Hx H1 Hc. destruct (centred_range q x Hq Hx) as [Hr _]. set (c := centred q x) in *. clearbody c.
  enough (H : rest w count c = 0)
    by (split; [exact H|]; pose proof (digits_and_rest w count c Hw) as D; rewrite H in D; lia).
  rewrite rest_by_offset, halves_are_ones by lia. pose proof (ones_sum w count Hw) as HO.
  pose proof (ones_positive w count ltac:(lia) H1) as HG.
  destruct (half_base w Hw) as [E Hh]. unfold reached in Hc. pose proof (floor (q - 1) 2 ltac:(lia)) as F.
  rewrite E in HO. apply Z.div_small. lia.
Qed.

(** The position of digit k; only the last digit may have fewer bits in its word. *)
Lemma begins w q count k : 2 <= w -> 2 <= q < 2 ^ 62 -> digit_count q w count -> (k < count)%nat ->
  Z.of_nat k * w <= 62 /\ ((S k < count)%nat -> Z.of_nat (S k) * w <= 62).
Proof.
  intros Hw Hq (H1 & _ & Hf) Hk.
  assert (H : forall j, (1 <= j < count)%nat -> Z.of_nat j * w <= 62).
  { intros j Hj. specialize (Hf j Hj). pose proof (ones_sum w j Hw) as HO.
    pose proof (ones_positive w j ltac:(lia) ltac:(lia)) as HG. destruct (half_base w Hw) as [E Hh].
    unfold reached in Hf. pose proof (floor (q - 1) 2 ltac:(lia)) as F.
    set (G := ones w j) in *. set (h := 2 ^ (w - 1)) in *. rewrite E in HO.
    assert (HP : 2 ^ (Z.of_nat j * w) < 2 ^ 63).
    { assert (G <= (h - 1) * G) by nia. change (2 ^ 63) with (4 * 2 ^ 61). lia. }
    apply Z.pow_lt_mono_r_iff in HP; lia. }
  split; [|intros; apply H; lia]. destruct k as [|k]; [cbn; lia|]. apply H. lia.
Qed.

(** All sums that balanced_digit_count compares fit 128 bits. *)
Theorem reached_fits q w count : 2 <= w <= 60 -> 2 <= q < 2 ^ 62 -> digit_count q w count ->
  fits 128 (reached w count).
Proof.
  intros Hw Hq Hc. pose proof Hc as (H1 & _). unfold fits, reached.
  destruct (begins w q count (pred count) ltac:(lia) Hq Hc ltac:(lia)) as [HP _].
  pose proof (ones_sum w count ltac:(lia)) as HO. pose proof (ones_positive w count ltac:(lia) H1) as HG.
  destruct (half_base w ltac:(lia)) as [E Hh].
  assert (HB : 2 ^ (Z.of_nat count * w) <= 2 ^ 122).
  { apply Z.pow_le_mono_r; [lia|]. replace (Z.of_nat count) with (Z.of_nat (pred count) + 1) by lia. lia. }
  split; [apply Z.mul_nonneg_nonneg; lia|].
  assert ((2 ^ (w - 1) - 1) * ones w count <= (2 ^ w - 1) * ones w count) by (apply Z.mul_le_mono_nonneg_r; lia).
  lia.
Qed.

Lemma both_subtract a b q : 0 <= a < 2 ^ 62 -> 0 <= b < 2 ^ 62 -> 0 < q < 2 ^ 62 -> b - a <= q ->
  let r := if a <? b then a - b + q else a - b in
  subtract_by_minimum a b q = r /\ subtract_modulo_by_sign a b q = r.
Proof.
  intros Ha Hb Hq Hd. unfold subtract_by_minimum, subtract_modulo_by_sign, add_if_negative, add_by_sign, negative.
  unfold sub, add. cbv zeta. change (2 ^ (64 - 1)) with (2 ^ 63). destruct (Z.ltb_spec a b).
  - rewrite <- (Z.mod_unique (a - b) (2 ^ 64) (-1) (a - b + 2 ^ 64)) by lia.
    rewrite <- (Z.mod_unique (a - b + 2 ^ 64 + q) (2 ^ 64) 1 (a - b + q)) by lia.
    destruct (Z.leb_spec (2 ^ 63) (a - b + 2 ^ 64)); lia.
  - rewrite (Z.mod_small (a - b)), (Z.mod_small (a - b + q)) by lia.
    destruct (Z.leb_spec (2 ^ 63) (a - b)); lia.
Qed.

(** Bits of c + o_k + B^k B/2 modulo 2^64: the digit and half a base. *)
Lemma digit_bits shift width v low half :
  0 <= shift -> 1 <= width -> shift + width <= 64 -> 0 <= low < 2 ^ shift -> half = 2 ^ (width - 1) ->
  Z.land (shift_right shift ((v * 2 ^ shift + low) mod 2 ^ 64)) (half * 2 - 1) = v mod 2 ^ width.
Proof.
  intros Hs Hw Hsw Hl ->. unfold shift_right.
  replace (2 ^ (width - 1) * 2) with (2 ^ width) by (rewrite Z.mul_comm, <- Z.pow_succ_r by lia; f_equal; lia).
  rewrite land_mask by lia. pose proof (power_positive shift Hs) as Ps.
  assert (E : 2 ^ 64 = 2 ^ shift * 2 ^ (64 - shift)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  rewrite E. pose proof (power_positive (64 - shift) ltac:(lia)).
  rewrite Z.rem_mul_r by lia.
  replace ((v * 2 ^ shift + low) mod 2 ^ shift) with low
    by (rewrite Z.add_comm, Z.mod_add, Z.mod_small by lia; reflexivity).
  replace ((v * 2 ^ shift + low) / 2 ^ shift) with v by (rewrite Z.div_add_l, Z.div_small by lia; ring).
  rewrite (Z.mul_comm (2 ^ shift)), Z.div_add, Z.div_small, Z.add_0_l by lia. apply mod_of_mod. lia.
Qed.

(** Digit k modulo p is right with both ways of subtracting. *)
Theorem balanced_digit_is_right q w count k p x :
  2 <= q < 2 ^ 62 -> 2 <= w <= 60 -> 0 <= x < q -> digit_count q w count -> (k < count)%nat ->
  2 ^ (w - 1) <= p < 2 ^ 62 ->
  let d := digit w (rest w k (centred q x)) mod p in
  balanced_digit subtract_by_minimum q w k p x = d /\ balanced_digit subtract_modulo_by_sign q w k p x = d.
Proof.
  intros Hq Hw Hx Hcount Hk Hp. cbv zeta.
  destruct (begins w q count k ltac:(lia) Hq Hcount Hk) as [Hs Hnext].
  pose proof (floor (q + 1) 2 ltac:(lia)) as Fq.
  destruct (centred_range q x ltac:(lia) Hx) as [Hc _].
  pose proof (digits_are_enough q w count x ltac:(lia) ltac:(lia) Hx (proj1 Hcount) (proj1 (proj2 Hcount))) as [Hend _].
  assert (Ec : (if x <? (q + 1) / 2 then x - (q + 1) / 2 + q else x - (q + 1) / 2) = centred q x + q - (q + 1) / 2).
  { unfold centred. destruct (Z.ltb_spec x ((q + 1) / 2)); lia. }
  destruct (both_subtract x ((q + 1) / 2) q ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)) as [M1 M2].
  rewrite Ec in M1, M2. clear Ec. set (c := centred q x) in *. clearbody c.
  set (shift := Z.of_nat k * w) in *. set (wd := width w (Z.of_nat k)).
  assert (Hwd : 2 <= wd <= w /\ shift + wd <= 64) by (unfold wd, width; fold shift; lia).
  destruct (half_base w ltac:(lia)) as [EB HB]. destruct (half_base wd ltac:(lia)) as [Ed Hd].
  assert (Hhalf : balanced_half wd = 2 ^ (wd - 1)) by (unfold balanced_half; ring).
  pose proof (rest_by_offset w k c ltac:(lia)) as Hrest. fold shift in Hrest.
  pose proof (power_positive shift ltac:(lia)) as Ps.
  set (v := rest w k c) in *.
  pose proof (Z.div_mod (c + halves_below w k) (2 ^ shift) ltac:(lia)) as Dv.
  pose proof (Z.mod_pos_bound (c + halves_below w k) (2 ^ shift) Ps) as Hlow. rewrite <- Hrest in Dv.
  set (low := (c + halves_below w k) mod 2 ^ shift) in *.
  (* The word, by either way of subtracting. *)
  assert (U : forall s, s = c + q - (q + 1) / 2 ->
    Z.land (shift_right shift (add 64 s (digit_offset q w k))) (balanced_half wd * 2 - 1) =
    (v + 2 ^ (wd - 1)) mod 2 ^ wd).
  { intros s ->. unfold add, digit_offset. fold shift wd. rewrite Zplus_mod_idemp_r.
    replace (c + q - (q + 1) / 2 + (balanced_half wd * 2 ^ shift + halves_below w k - (q - (q + 1) / 2)))
      with ((v + 2 ^ (wd - 1)) * 2 ^ shift + low) by (rewrite Hhalf; lia).
    apply digit_bits; lia. }
  (* The digit has this number of bits. *)
  assert (V : (v + 2 ^ (wd - 1)) mod 2 ^ wd - 2 ^ (wd - 1) = digit w v).
  { destruct (Z.eq_dec wd w) as [->|Hne]; [reflexivity|].
    assert (Hlast : S k = count).
    { destruct (Nat.eq_dec (S k) count) as [E|E]; [exact E|]. specialize (Hnext ltac:(lia)).
      rewrite Nat2Z.inj_succ in Hnext. unfold wd, width in Hne. fold shift in Hne. lia. }
    assert (Hv : v = digit w v).
    { rewrite <- Hlast in Hend. cbn [rest] in Hend. fold v in Hend. rewrite rest_step in Hend by lia.
      unfold digit. rewrite Z.mod_small; [ring|].
      pose proof (Z.div_mod (v + 2 ^ (w - 1)) (2 ^ w) ltac:(lia)) as D.
      pose proof (Z.mod_pos_bound (v + 2 ^ (w - 1)) (2 ^ w) ltac:(lia)). rewrite Hend in D. lia. }
    rewrite <- Hv. assert (Hsum : shift + wd = 64) by (unfold wd, width in *; fold shift in Hne |- *; lia).
    assert (Hh : 0 <= halves_below w k < 2 ^ shift).
    { rewrite halves_are_ones by lia. pose proof (ones_sum w k ltac:(lia)) as HO. fold shift in HO. rewrite EB in HO.
      assert (0 <= ones w k) by (destruct k; [cbn; lia|pose proof (ones_positive w (S k)); lia]). nia. }
    assert (E62 : 2 ^ 62 = 2 ^ shift * 2 ^ (wd - 2)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
    assert (E4 : 2 ^ wd = 4 * 2 ^ (wd - 2)) by (change 4 with (2 ^ 2); rewrite <- Z.pow_add_r by lia; f_equal; lia).
    pose proof (power_positive (wd - 2) ltac:(lia)) as Pe. set (e := 2 ^ (wd - 2)) in *. set (P := 2 ^ shift) in *.
    assert (H1 : - (P * e) <= 2 * (P * v + low) < P * e + 2 * P) by lia.
    assert (H2 : - (2 * e) <= v < 2 * e) by (split; nia).
    rewrite Z.mod_small; lia. }
  pose proof (digit_range w v ltac:(lia)) as Hdr. set (t := (v + 2 ^ (wd - 1)) mod 2 ^ wd) in *.
  pose proof (Z.mod_pos_bound (v + 2 ^ (wd - 1)) (2 ^ wd) ltac:(lia)) as Ht. fold t in Ht.
  assert (Hmultiword : 2 ^ wd <= 2 ^ 60) by (apply Z.pow_le_mono_r; lia).
  assert (Hpp : 2 ^ (wd - 1) <= 2 ^ (w - 1)) by (apply Z.pow_le_mono_r; lia).
  destruct (both_subtract t (2 ^ (wd - 1)) p ltac:(lia) ltac:(lia) ltac:(lia) ltac:(lia)) as [S1 S2].
  assert (R : (if t <? 2 ^ (wd - 1) then t - 2 ^ (wd - 1) + p else t - 2 ^ (wd - 1)) = digit w v mod p).
  { rewrite <- V. destruct (Z.ltb_spec t (2 ^ (wd - 1))).
    - apply (Z.mod_unique_pos _ _ (-1)); lia.
    - symmetry. apply Z.mod_small. lia. }
  rewrite R in S1, S2. unfold balanced_digit. fold shift wd. rewrite (U _ M1), (U _ M2), Hhalf. split; assumption.
Qed.
