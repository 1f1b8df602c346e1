(** 128-bit words in doubles: words become limbs, and limbs words in two's complement; q is added to negative numbers.
    Section 14.7 of docs/bounds/limbs_in_doubles.md, after src/isa/double_limbs.hpp. *)
From Coq Require Import Reals List.
From Flocq Require Import Core Binary Bits.
From Ringlet Require Import Words Constants Word128 Doubles DoubleBits FmaRows MultiwordConversions FmaRanges FmaTables.
From Ringlet Require Import FmaReduction.
Import ListNotations.
Open Scope Z_scope.

(** ** From words *)

Definition word128_digits limbs (x : Z * Z) :=
  let b := fma_limbs_bits limbs in let mask := fma_limbs_mask b in
  let middle := Z.lor (shift_right b (fst x)) (shift_left 64 (snd x) (64 - b)) in
  if limbs =? 2 then [Z.land (fst x) mask; middle]
  else [Z.land (fst x) mask; Z.land middle mask; shift_right (2 * b - 64) (snd x)].
Definition double_of_bits offset digit := minus_double (b64_of_bits (Z.lor digit (bits_of_b64 offset))) offset.

Lemma middle_digit b low high : 0 < b < 64 -> fits 64 low -> 0 <= high ->
  Z.lor (shift_right b low) (shift_left 64 high (64 - b)) = low / 2 ^ b + high mod 2 ^ b * 2 ^ (64 - b).
Proof.
  unfold fits, shift_right, shift_left. intros Hb Hl Hh.
  assert (E : 2 ^ 64 = 2 ^ b * 2 ^ (64 - b)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  pose proof (power_positive b ltac:(lia)). pose proof (power_positive (64 - b) ltac:(lia)).
  assert (0 <= low / 2 ^ b < 2 ^ (64 - b)) by (split; [apply Z.div_pos|apply Z.div_lt_upper_bound]; lia).
  rewrite E, Z.mul_mod_distr_r, Z.lor_comm, lor_is_sum by lia. ring.
Qed.

Lemma word128_digits_are limbs x : two_or_three_limbs limbs -> is_double x ->
  double_of x < (if limbs =? 2 then 2 ^ 100 else 2 ^ 126) ->
  let b := fma_limbs_bits limbs in let digits := word128_digits limbs x in
  Z.of_nat (length digits) = limbs /\ Forall (fun d => 0 <= d < 2 ^ b) digits /\ limbs_value b digits = double_of x.
Proof.
  intros HL [Hl Hh] Hx. cbv zeta. destruct x as [low high]. unfold word128_digits, double_of, fma_limbs_mask in *.
  rewrite Z.mul_1_l. cbn [fst snd] in *. rewrite middle_digit, !land_mask
    by (destruct HL as [-> | ->]; unfold fits in *; cbn; lia). unfold fits, shift_right in *.
  destruct HL as [-> | ->]; cbn [Z.eqb Pos.eqb length] in *.
  - change (fma_limbs_bits 2) with 50. change (2 ^ (64 - 50)) with (2 ^ 14). split; [reflexivity|].
    pose proof (Z.div_mod low (2 ^ 50) ltac:(lia)). pose proof (Z.mod_pos_bound low (2 ^ 50) eq_refl).
    rewrite (Z.mod_small high) by lia.
    assert (0 <= low / 2 ^ 50 < 2 ^ 14) by (split; [apply Z.div_pos|apply Z.div_lt_upper_bound]; lia).
    split; [repeat constructor; lia|]. cbn [limbs_value]. lia.
  - change (fma_limbs_bits 3) with 42. change (2 ^ (64 - 42)) with (2 ^ 22). change (2 * 42 - 64) with 20.
    split; [reflexivity|].
    pose proof (Z.div_mod low (2 ^ 42) ltac:(lia)). pose proof (Z.mod_pos_bound low (2 ^ 42) eq_refl).
    pose proof (Z.div_mod high (2 ^ 20) ltac:(lia)). pose proof (Z.mod_pos_bound high (2 ^ 20) eq_refl).
    assert (0 <= low / 2 ^ 42 < 2 ^ 22) by (split; [apply Z.div_pos|apply Z.div_lt_upper_bound]; lia).
    assert (E : (low / 2 ^ 42 + high mod 2 ^ 42 * 2 ^ 22) mod 2 ^ 42 = low / 2 ^ 42 + high mod 2 ^ 20 * 2 ^ 22).
    { symmetry. apply (Z.mod_unique _ _ (high mod 2 ^ 42 / 2 ^ 20)); [left; lia|].
      pose proof (Z.div_mod (high mod 2 ^ 42) (2 ^ 20) ltac:(lia)) as D. rewrite (mod_of_mod high 20 42) in D by lia.
      lia. }
    rewrite E. assert (0 <= high / 2 ^ 20 < 2 ^ 42) by (split; [apply Z.div_pos|apply Z.div_lt_upper_bound]; lia).
    split; [repeat constructor; lia|]. cbn [limbs_value]. lia.
Qed.

(** Words below 2^100 or 2^126 become doubles exactly. *)
Theorem fma_limbs_from_words limbs x offset : two_or_three_limbs limbs -> is_double x ->
  double_of x < (if limbs =? 2 then 2 ^ 100 else 2 ^ 126) -> B2R 53 1024 offset = IZR two_52 ->
  exists v, Forall2 is_integer (map (double_of_bits offset) (word128_digits limbs x)) v /\
    Z.of_nat (length v) = limbs /\ limbs_value (fma_limbs_bits limbs) v = double_of x /\
    Forall (fun limb => 0 <= limb < 2 ^ fma_limbs_bits limbs) v.
Proof.
  intros HL Hd Hx Eo. destruct (word128_digits_are limbs x HL Hd Hx) as (Ln & Dd & V).
  set (digits := word128_digits limbs x) in *. clearbody digits. exists digits.
  split; [|auto]. clear Ln V. assert (Hb : 2 ^ fma_limbs_bits limbs <= 2 ^ 50) by (destruct HL as [-> | ->]; cbn; lia).
  induction Dd as [|d digits Hd0 _ IH]; cbn [map]; constructor; [|exact IH].
  unfold double_of_bits. rewrite (bits_above_2_52 offset _ Eo) by (unfold two_52; lia). unfold two_52.
  change (word_above_2_52 (4503599627370496 - 2 ^ 52)) with (1075 * 2 ^ 52).
  rewrite Z.lor_comm, lor_is_sum by lia. fold (word_above_2_52 d).
  pose proof (read_above_2_52 d ltac:(lia)) as Er. set (sum := b64_of_bits _) in *.
  assert (Fo : is_finite 53 1024 offset = true) by (apply (finite_of_value _ _ Eo); discriminate).
  assert (Fs : is_finite 53 1024 sum = true) by (apply (finite_of_value _ _ Er); lia).
  destruct (minus_double_is sum offset 53 Fs Fo ltac:(lia)) as (E2 & F2 & _).
  { rewrite Er, Eo, <- minus_IZR, <- abs_IZR. change (bpow radix2 53) with (IZR (2 ^ 53)). apply IZR_le.
    unfold two_52. lia. }
  split; [exact F2|]. rewrite E2, Er, Eo, <- minus_IZR. unfold two_52.
  replace (2 ^ 52 + d - 4503599627370496) with d by lia. apply exact. lia.
Qed.

(** ** To words *)

Definition rounder_bits := word_above_2_52 (limb_rounder - 2 ^ 52).
Definition excess limbs := fma_limbs_excess rounder_bits (fma_limbs_bits limbs).

(** [offset] is the rounder; [less] is smaller than it by the contribution of its bits to a carry. *)
Definition digit_above b less below limb := add 64 (bits_of_b64 (plus_double limb less)) (shift_right b below).
Definition limbs_to_words limbs offset less (x : binary64 * binary64 * binary64) : Z * Z :=
  let '(x0, x1, x2) := x in
  let b := fma_limbs_bits limbs in let mask := fma_limbs_mask b in
  let d0 := bits_of_b64 (plus_double x0 offset) in let d1 := digit_above b less d0 x1 in
  let low := Z.lor (Z.land d0 mask) (shift_left 64 d1 b) in
  if limbs =? 2 then (low, sub 64 (shift_right (64 - b) d1) (rounder_bits / 2 ^ (64 - b)))
  else
    let d2 := digit_above b less d1 x2 in
    (low, Z.lor (shift_right (64 - b) (Z.land d1 mask)) (shift_left 64 d2 (2 * b - 64))).
Definition add_q_where_negative (x y : Z * Z) :=
  add_limbs x (if negative 64 (snd x) then fst y else 0, if negative 64 (snd x) then snd y else 0).

Lemma rounded_bits offset c limb v : is_integer limb v -> B2R 53 1024 offset = IZR (limb_rounder - c) ->
  0 <= c < 2 ^ 21 -> Z.abs v <= 2 ^ 51 - 2 ^ 21 -> bits_of_b64 (plus_double limb offset) = rounder_bits + v - c.
Proof.
  unfold limb_rounder. intros (F & E) Eo Hc Hv.
  assert (Fo : is_finite 53 1024 offset = true) by (apply (finite_of_value _ _ Eo); lia).
  destruct (plus_double_is limb offset 53 F Fo ltac:(lia)) as (Es & _).
  { rewrite E, Eo, <- plus_IZR, <- abs_IZR. change (bpow radix2 53) with (IZR (2 ^ 53)). apply IZR_le. lia. }
  rewrite E, Eo, <- plus_IZR, exact in Es by lia.
  rewrite (bits_above_2_52 _ _ Es) by lia. unfold rounder_bits, word_above_2_52, limb_rounder. lia.
Qed.

Lemma digit_above_is b less c limb v u : b = 42 \/ b = 50 -> c = fma_limbs_excess rounder_bits b ->
  is_integer limb v -> B2R 53 1024 less = IZR (limb_rounder - c) -> Z.abs v <= 2 ^ 51 - 2 ^ 21 -> Z.abs u <= 2 ^ 51 ->
  digit_above b less (rounder_bits + u) limb = rounder_bits + (v + u / 2 ^ b).
Proof.
  intros Hb Ec Hi El Hv Hu. assert (Hc : 0 <= c < 2 ^ 21 /\ rounder_bits = c * 2 ^ b).
  { subst c. destruct Hb as [-> | ->]; vm_compute; repeat split; discriminate. }
  unfold digit_above. rewrite (rounded_bits less c limb v Hi El) by (exact Hv || tauto).
  pose proof (power_positive b ltac:(destruct Hb as [-> | ->]; lia)) as Hp. unfold shift_right, add.
  replace (rounder_bits + u) with (u + c * 2 ^ b) by lia. rewrite Z.div_add by lia.
  assert (Hu' : - 2 ^ 9 <= u / 2 ^ b <= 2 ^ 9).
  { pose proof (floor u (2 ^ b) Hp) as F. destruct Hb as [-> | ->]; lia. }
  rewrite Z.mod_small; [ring|]. assert (rounder_bits = 17208 * 2 ^ 48) by reflexivity. lia.
Qed.

Lemma low_of_digit b u : b = 42 \/ b = 50 -> Z.land (rounder_bits + u) (fma_limbs_mask b) = u mod 2 ^ b.
Proof.
  intros Hb. unfold fma_limbs_mask. rewrite Z.mul_1_l, land_mask by (destruct Hb as [-> | ->]; lia).
  apply (congruent _ _ _ (- (rounder_bits / 2 ^ b))); destruct Hb as [-> | ->]; try lia;
    [change (rounder_bits / 2 ^ 42) with 1101312|change (rounder_bits / 2 ^ 50) with 4302];
    change rounder_bits with (17208 * 2 ^ 48); ring.
Qed.

Lemma digit_up u count : 16 <= count < 64 ->
  shift_left 64 (rounder_bits + u) count = u mod 2 ^ (64 - count) * 2 ^ count.
Proof.
  intros Hc. unfold shift_left.
  assert (E : 2 ^ 64 = 2 ^ (64 - count) * 2 ^ count) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  pose proof (power_positive count ltac:(lia)). pose proof (power_positive (64 - count) ltac:(lia)).
  rewrite E, Z.mul_mod_distr_r by lia. f_equal.
  assert (R : rounder_bits = 17208 * 2 ^ (count - 16) * 2 ^ (64 - count)).
  { rewrite <- Z.mul_assoc, <- Z.pow_add_r by lia. replace (count - 16 + (64 - count)) with 48 by ring. reflexivity. }
  rewrite R. apply (congruent _ _ _ (- (17208 * 2 ^ (count - 16)))); [lia|ring].
Qed.

(** Limbs of either sign, not carried, of magnitude a little below 2^51: the number modulo 2^128. *)
Theorem fma_limbs_to_words limbs offset less x0 x1 x2 v0 v1 v2 : two_or_three_limbs limbs ->
  B2R 53 1024 offset = IZR limb_rounder -> B2R 53 1024 less = IZR (limb_rounder - excess limbs) ->
  is_integer x0 v0 -> is_integer x1 v1 -> is_integer x2 v2 -> Z.abs v0 <= 2 ^ 51 - 2 ^ 21 ->
  Z.abs v1 <= 2 ^ 51 - 2 ^ 21 -> Z.abs v2 <= 2 ^ 51 - 2 ^ 21 -> (limbs = 2 -> v2 = 0) ->
  let b := fma_limbs_bits limbs in let words := limbs_to_words limbs offset less (x0, x1, x2) in
  is_double words /\ double_of words = (v0 + 2 ^ b * (v1 + 2 ^ b * v2)) mod 2 ^ 128.
Proof.
  intros HL Eo El I0 I1 I2 H0 H1 H2 Htwo. cbv zeta. unfold limbs_to_words.
  assert (Hb : fma_limbs_bits limbs = 42 \/ fma_limbs_bits limbs = 50) by (destruct HL as [-> | ->]; auto).
  rewrite (rounded_bits offset 0 x0 v0 I0) by (rewrite ?Z.sub_0_r; assumption || lia). rewrite Z.sub_0_r.
  rewrite (digit_above_is _ less (excess limbs) x1 v1 v0 Hb) by (reflexivity || assumption || lia).
  assert (F0 : - 2 ^ 9 <= v0 / 2 ^ fma_limbs_bits limbs <= 2 ^ 9).
  { pose proof (floor v0 (2 ^ fma_limbs_bits limbs) ltac:(destruct Hb as [-> | ->]; lia)) as F.
    destruct Hb as [E | E]; rewrite E in *; lia. }
  rewrite (digit_above_is _ less (excess limbs) x2 v2 (v1 + v0 / 2 ^ fma_limbs_bits limbs) Hb)
    by (reflexivity || assumption || lia).
  rewrite !low_of_digit by exact Hb. rewrite digit_up by (destruct Hb as [-> | ->]; lia).
  set (u1 := v1 + v0 / 2 ^ fma_limbs_bits limbs) in *. unfold is_double, fits, double_of.
  destruct HL as [-> | ->]; cbn [Z.eqb Pos.eqb fst snd].
  - specialize (Htwo eq_refl). subst v2. change (fma_limbs_bits 2) with 50 in *. change (64 - 50) with 14.
    rewrite Z.lor_comm, lor_is_sum by (try apply Z.mod_pos_bound; lia).
    assert (Eh : sub 64 (shift_right 14 (rounder_bits + u1)) (rounder_bits / 2 ^ 14) = (u1 / 2 ^ 14) mod 2 ^ 64).
    { unfold sub, shift_right. change rounder_bits with (17208 * 2 ^ 34 * 2 ^ 14).
      rewrite Z.add_comm, Z.div_add, Z.div_mul by lia. f_equal. ring. }
    rewrite Eh. pose proof (Z.mod_pos_bound v0 (2 ^ 50) eq_refl). pose proof (Z.div_mod v0 (2 ^ 50) ltac:(lia)).
    pose proof (Z.mod_pos_bound u1 (2 ^ 14) eq_refl). pose proof (Z.div_mod u1 (2 ^ 14) ltac:(lia)).
    pose proof (Z.mod_pos_bound (u1 / 2 ^ 14) (2 ^ 64) eq_refl).
    pose proof (Z.div_mod (u1 / 2 ^ 14) (2 ^ 64) ltac:(lia)). split; [lia|].
    apply (Z.mod_unique _ _ (u1 / 2 ^ 14 / 2 ^ 64)); unfold u1 in *; [left; lia|lia].
  - change (fma_limbs_bits 3) with 42 in *. change (64 - 42) with 22. change (2 * 42 - 64) with 20.
    rewrite digit_up by lia. change (64 - 20) with 44. unfold shift_right.
    set (u2 := v2 + u1 / 2 ^ 42) in *.
    pose proof (Z.mod_pos_bound u1 (2 ^ 42) eq_refl). pose proof (Z.div_mod u1 (2 ^ 42) ltac:(lia)).
    rewrite (Z.lor_comm (v0 mod _)), lor_is_sum by (try apply Z.mod_pos_bound; lia).
    assert (0 <= u1 mod 2 ^ 42 / 2 ^ 22 < 2 ^ 20) by (split; [apply Z.div_pos|apply Z.div_lt_upper_bound]; lia).
    rewrite Z.lor_comm, lor_is_sum by lia.
    pose proof (Z.mod_pos_bound v0 (2 ^ 42) eq_refl). pose proof (Z.div_mod v0 (2 ^ 42) ltac:(lia)).
    pose proof (Z.div_mod (u1 mod 2 ^ 42) (2 ^ 22) ltac:(lia)) as D. rewrite (mod_of_mod u1 22 42) in D by lia.
    pose proof (Z.mod_pos_bound u1 (2 ^ 22) eq_refl).
    pose proof (Z.mod_pos_bound u2 (2 ^ 44) eq_refl). pose proof (Z.div_mod u2 (2 ^ 44) ltac:(lia)).
    split; [lia|]. apply (Z.mod_unique _ _ (u2 / 2 ^ 44)); unfold u2, u1 in *; [left; lia|lia].
Qed.

(** Words in two's complement; q is added to negative numbers. *)
Lemma q_added_where_negative words q_words q n : is_double words -> is_double q_words -> double_of q_words = q ->
  double_of words = n mod 2 ^ 128 -> - q <= n < q -> 0 < q < 2 ^ 127 ->
  double_of (add_q_where_negative words q_words) = n mod q /\ is_double (add_q_where_negative words q_words).
Proof.
  intros [W0 W1] [Q0 Q1] Eq En Hn Hq. unfold fits in W0, W1, Q0, Q1.
  assert (S : negative 64 (snd words) = (n <? 0)).
  { unfold negative, double_of in *. change (2 ^ (64 - 1)) with (2 ^ 63).
    destruct (Z.ltb_spec n 0); [apply Z.leb_le|apply Z.leb_gt].
    - rewrite <- (Z.mod_unique n _ (-1) (n + 2 ^ 128)) in En by lia. lia.
    - rewrite Z.mod_small in En by lia. lia. }
  unfold add_q_where_negative. rewrite S.
  set (y := (if n <? 0 then fst q_words else 0, if n <? 0 then snd q_words else 0)).
  assert (Y : is_double y /\ double_of y = if n <? 0 then q else 0).
  { unfold y, is_double, fits, double_of in *. cbn [fst snd]. destruct (n <? 0); lia. }
  destruct Y as [Hy Ey]. assert (Hw : is_double words) by (split; assumption). split.
  - destruct (limbs_modulo_2_128 words y Hw Hy) as (-> & _). rewrite Ey, En. unfold add. rewrite Zplus_mod_idemp_l.
    destruct (Z.ltb_spec n 0).
    + rewrite Z.mod_small by lia. apply (Z.mod_unique _ _ (-1)); lia.
    + rewrite Z.add_0_r, !Z.mod_small; lia.
  - unfold add_limbs. destruct (carries_agree (fst words) (fst y) false W0 (proj1 Hy)) as (A & _).
    destruct (add_carry (fst words) (fst y) false) as [low carry].
    destruct (carries_agree (snd words) (snd y) carry W1 (proj2 Hy)) as (B & _).
    destruct (add_carry (snd words) (snd y) carry) as [high out]. split; [apply A|apply B].
Qed.

(** [finish], for results of [reduce] and [remainder]: two limbs are carried before, three are not. *)
Definition finished_words limbs offset less q_words x :=
  add_q_where_negative (limbs_to_words limbs offset less x) q_words.
Definition no_limb := B754_zero 53 1024 false.

Theorem fma_two_limbs_finished bits q q0 q1 q_words offset less x0 x1 : has_bits 2 bits q ->
  limbs_of 2 q = [q0; q1] -> is_double q_words -> double_of q_words = q ->
  B2R 53 1024 offset = IZR limb_rounder -> B2R 53 1024 less = IZR (limb_rounder - excess 2) ->
  let x := x0 + 2 ^ fma_limbs_bits 2 * x1 in
  Z.abs x0 <= 2 ^ 53 -> 256 * Z.abs x <= fma_limbs_capacity 2 * q ->
  exists r0 r1,
    (let (c0, c1) := carried_two (IZR x0) (IZR x1) in reduce_two bits q q0 q1 c0 c1) = (IZR r0, IZR r1) /\
    forall d0 d1, is_integer d0 r0 -> is_integer d1 r1 ->
    double_of (finished_words 2 offset less q_words (d0, d1, no_limb)) = x mod q.
Proof.
  intros Hq Eq Dq Ew Eo El x H0 Hx. assert (HL : two_or_three_limbs 2) by (left; reflexivity).
  assert (Hq98 : 0 < q < 2 ^ 98).
  { destruct Hq as [Hb Hq]. change (fma_limbs_modulus_bits 2) with 98 in Hb.
    pose proof (power_positive (bits - 1)). pose proof (Z.pow_le_mono_r 2 bits 98). cbn in Hb. lia. }
  change (fma_limbs_capacity 2) with 2048 in *. unfold x in *. change (fma_limbs_bits 2) with 50 in *.
  destruct (fma_two_limbs_carried x0 x1 H0) as (c0 & c1 & E & Ec & Dc). { clear - H0 Hx Hq98. powers. lia. }
  rewrite E. change (fma_limbs_bits 2) with 50 in *. unfold is_digit in Dc.
  destruct (fma_two_limbs_reduced bits q q0 q1 c0 c1 Hq Eq) as (k & r0 & r1 & Er & Vr & Br & Dr).
  { clear - Dc. powers. lia. } { change (fma_limbs_bits 2) with 50. rewrite Ec. exact Hx. }
  exists r0, r1. split; [exact Er|]. intros d0 d1 I0 I1. change (fma_limbs_bits 2) with 50 in *.
  change fma_limbs_reduced with 144 in *. unfold is_digit in Dr. rewrite Ec in Vr.
  assert (Z.abs r1 <= 2 ^ 51 - 2 ^ 21) by (clear - Dr Br Hq98; powers; lia).
  assert (I2 : is_integer no_limb 0) by (split; reflexivity).
  destruct (fma_limbs_to_words 2 offset less d0 d1 no_limb r0 r1 0 HL Eo El I0 I1 I2) as (W & EW); try lia.
  change (fma_limbs_bits 2) with 50 in EW.
  replace (r0 + 2 ^ 50 * (r1 + 2 ^ 50 * 0)) with (r0 + 2 ^ 50 * r1) in EW by ring.
  destruct (q_added_where_negative _ q_words q _ W Dq Ew EW) as (F & _); [lia|lia|].
  etransitivity; [exact F|]. rewrite Vr. apply (congruent _ _ _ k); lia.
Qed.

Theorem fma_three_limbs_finished bits q q0 q1 q2 q_words offset less x0 x1 x2 : has_bits 3 bits q ->
  limbs_of 3 q = [q0; q1; q2] -> is_double q_words -> double_of q_words = q ->
  B2R 53 1024 offset = IZR limb_rounder -> B2R 53 1024 less = IZR (limb_rounder - excess 3) ->
  let b := fma_limbs_bits 3 in let x := x0 + 2 ^ b * (x1 + 2 ^ b * x2) in
  Z.abs x0 <= 1080 * 2 ^ 40 -> Z.abs x1 <= 1080 * 2 ^ 40 -> 256 * Z.abs x <= fma_limbs_capacity 3 * q ->
  exists r0 r1 r2, remainder_of_three bits q q0 q1 q2 (IZR x0) (IZR x1) (IZR x2) = (IZR r0, IZR r1, IZR r2) /\
    forall d0 d1 d2, is_integer d0 r0 -> is_integer d1 r1 -> is_integer d2 r2 ->
    double_of (finished_words 3 offset less q_words (d0, d1, d2)) = x mod q.
Proof.
  intros Hq Eq Dq Ew Eo El b x H0 H1 Hx. assert (HL : two_or_three_limbs 3) by (right; reflexivity).
  assert (Hq124 : 0 < q < 2 ^ 124).
  { destruct Hq as [Hb Hq]. change (fma_limbs_modulus_bits 3) with 124 in Hb.
    pose proof (power_positive (bits - 1)). pose proof (Z.pow_le_mono_r 2 bits 124). cbn in Hb. lia. }
  destruct (fma_three_limbs_reduced bits q q0 q1 q2 x0 x1 x2 Hq Eq ltac:(lia) ltac:(lia) Hx)
    as (k & r0 & r1 & r2 & Er & Vr & Br & B0 & B1 & B2 & _).
  exists r0, r1, r2. split; [exact Er|]. intros d0 d1 d2 I0 I1 I2. fold b in Vr, Br. fold x in Vr, Br.
  destruct (fma_limbs_to_words 3 offset less d0 d1 d2 r0 r1 r2 HL Eo El I0 I1 I2) as (W & EW); try lia.
  fold b in EW. rewrite Vr in EW. change fma_limbs_reduced with 144 in *.
  destruct (q_added_where_negative _ q_words q _ W Dq Ew EW) as (F & _); [lia|lia|].
  etransitivity; [exact F|]. apply (congruent _ _ _ k); lia.
Qed.
