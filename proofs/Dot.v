(** Dot products: section 16 of docs/bounds/dot.md. *)
From Coq Require Import List.
From Ringlet Require Import Words Constants Shoup Barrett.
Import ListNotations.

Definition total := fold_right Z.add 0.

Lemma total_bound most products : 0 <= most -> Forall (fun p => 0 <= p <= most) products ->
  0 <= total products <= Z.of_nat (length products) * most.
Proof.
  intros Hm H. induction H as [|p l Hp Hl IH]; cbn [total fold_right length]; [lia|].
  rewrite Nat2Z.inj_succ. fold (total l). lia.
Qed.

(** The sum of [count] products of numbers below 2^bits, with a start below 2^bits. *)
Definition sum_of bits count start products :=
  0 <= start < 2 ^ bits /\ Forall (fun p => 0 <= p <= (2 ^ bits - 1) * (2 ^ bits - 1)) products /\
  Z.of_nat (length products) <= count.

Lemma sum_bound bits count start products : 0 <= bits -> sum_of bits count start products ->
  0 <= start + total products < 2 ^ bits + count * ((2 ^ bits - 1) * (2 ^ bits - 1)).
Proof.
  intros Hb (Hs & Hp & Hl). pose proof (power_positive bits Hb).
  assert (0 <= (2 ^ bits - 1) * (2 ^ bits - 1)) by (apply Z.mul_nonneg_nonneg; lia).
  destruct (total_bound _ _ ltac:(eassumption) Hp).
  assert (Z.of_nat (length products) * ((2 ^ bits - 1) * (2 ^ bits - 1)) <= count * ((2 ^ bits - 1) * (2 ^ bits - 1)))
    by (apply Z.mul_le_mono_nonneg_r; lia). lia.
Qed.

(** ** Section 16.1: sums of two words *)

Theorem dot_words_fit start products : sum_of dot_words_bits dot_words_products start products ->
  0 <= start + total products < 2 ^ 128.
Proof.
  intros H. apply sum_bound in H; [|unfold dot_words_bits; lia].
  unfold dot_words_bits, dot_words_products in H. lia.
Qed.

Definition dot_words_remainder q high low :=
  let unit := 2 ^ 64 mod q in
  add 64 (mul_low_difference 64 high unit (mul_high 64 high (word_shoup_quotient unit q)) q) (word_remainder 64 q low).

Theorem dot_words_reduced q high low : 2 <= q < 2 ^ dot_words_bits -> fits 64 high -> fits 64 low ->
  let r := dot_words_remainder q high low in
  r mod q = (high * 2 ^ 64 + low) mod q /\ 0 <= r < dot_words_factor * q /\ dot_words_factor * q <= 2 ^ 64.
Proof.
  unfold dot_words_bits, dot_words_factor. intros Hq Hh Hl. cbv zeta. unfold dot_words_remainder, word_shoup_quotient.
  pose proof (Z.mod_pos_bound (2 ^ 64) q ltac:(lia)) as Hu.
  destruct (exact_product 64 q (2 ^ 64 mod q) high 4 (2 ^ 72 * 256)) as (E1 & F1 & B1); try lia;
    [exact Hh|unfold fits in Hh; lia|].
  destruct (word_reduced 64 q low) as (E2 & B2 & _); try lia; [exact Hl|].
  unfold exact_fixed_bound, exact_shortfall, word_bound, below in *.
  set (a := mul_low_difference _ _ _ _ _) in *. set (b := word_remainder _ _ _) in *. clearbody a b.
  unfold add. rewrite (Z.mod_small (a + b)) by lia. split; [|lia].
  rewrite Z.add_mod, E1, E2, <- Z.add_mod by lia. rewrite Z.add_mod, Zmult_mod_idemp_r, <- Z.add_mod by lia.
    reflexivity.
Qed.

(** ** Section 16.2: 52-bit multiply-adds *)

Definition dot_52_end := 2 ^ dot_52_bits + dot_52_extension.

Theorem dot_52_fit start products : 0 <= start < 2 ^ 52 ->
  Forall (fun p => 0 <= p <= (dot_52_end - 1) * (dot_52_end - 1)) products ->
  Z.of_nat (length products) <= dot_52_products ->
  0 <= start + total products < 61 * 2 ^ 98 /\ (dot_52_products + 1) * 2 ^ 52 < 2 ^ 64.
Proof.
  intros Hs Hp Hl. assert (Hm : 0 <= (dot_52_end - 1) * (dot_52_end - 1)).
  { unfold dot_52_end, dot_52_bits, dot_52_extension. lia. }
  destruct (total_bound _ _ Hm Hp). unfold dot_52_end, dot_52_bits, dot_52_extension, dot_52_products in *. lia.
Qed.

Definition dot_52_remainder q low high :=
  let unit := 2 ^ 52 mod q in
  let top := add 64 high (shift_right 52 low) in
  let of_low := madd52_high 0 low (dot_52_word_quotient (word_quotient 64 q)) in
  let quotient := madd52_high of_low top (dot_52_unit_quotient (word_shoup_quotient unit q)) in
  low52 (madd52_low (madd52_low low top unit) quotient (dot_52_minus_q q)).

Theorem dot_52_reduced q low high : 2 <= q < dot_52_end -> fits 64 low -> fits 64 high ->
  low + 2 ^ 52 * high < 61 * 2 ^ 98 ->
  let r := dot_52_remainder q low high in
  r mod q = (low + 2 ^ 52 * high) mod q /\ 0 <= r < dot_52_factor * q /\ r < 2 ^ 52.
Proof.
  unfold dot_52_end, dot_52_bits, dot_52_extension, dot_52_factor, fits. intros Hq Hl Hh HS. cbv zeta.
  unfold dot_52_remainder, dot_52_word_quotient, dot_52_unit_quotient, dot_52_minus_q, add, shift_right.
  change 4503599627370496 with (2 ^ 52).
  pose proof (Z.mod_pos_bound (2 ^ 52) q ltac:(lia)) as Hu. set (u := 2 ^ 52 mod q) in *.
  destruct (shoup_quotient_fits u q ltac:(lia) Hu) as [_ Eu]. unfold ifma_shoup_quotient in Eu. rewrite Eu. clear Eu.
  destruct (shorter_quotients 52 q ltac:(lia) ltac:(lia)) as (_ & _ & Ev). unfold ifma_word_quotient in Ev. rewrite Ev.
    clear Ev.
  unfold word_quotient.
  pose proof (Z.div_mod low (2 ^ 52) ltac:(lia)) as Dl. pose proof (low52_range low) as Hl0.
  assert (Hc : 0 <= low / 2 ^ 52 < 2 ^ 12) by (split; [apply Z.div_pos|apply Z.div_lt_upper_bound]; lia).
  unfold low52 in Hl0. fold (low52 low) in Dl, Hl0. set (l := low52 low) in *. set (c := low / 2 ^ 52) in *.
  assert (Ht : 0 <= high + c < 61 * 2 ^ 46) by (clearbody c l; lia).
  rewrite (Z.mod_small (high + c)) by lia. set (h := high + c) in *.
  pose proof (quotient_fits 52 u q ltac:(lia) ltac:(lia) Hu) as Hw'. unfold fits in Hw'.
  assert (Hv : 0 <= 2 ^ 52 / q < 2 ^ 52) by (split; [apply Z.div_pos; lia|apply Z.div_lt; lia]).
  destruct (shoup_quotient q u h (2 ^ 52) (h * (u * 2 ^ 52 / q) / 2 ^ 52) 0) as [A0 A1]; try lia.
  destruct (word_quotient_error (2 ^ 52) q l) as [B0 B1]; try lia.
  unfold madd52_high. fold l. rewrite (low52_small (2 ^ 52 / q)), (low52_small h), (low52_small (u * 2 ^ 52 / q)) by
    lia.
  rewrite Z.add_0_l.
  assert (HQ1 : 0 <= l * (2 ^ 52 / q) / 2 ^ 52 < 2 ^ 52).
  { split; [apply Z.div_pos; [apply Z.mul_nonneg_nonneg|]; lia|apply Z.div_lt_upper_bound;
      [lia|apply Z.mul_lt_mono_nonneg; lia]]. }
  assert (HQ2 : 0 <= h * (u * 2 ^ 52 / q) / 2 ^ 52 < 2 ^ 52).
  { split; [apply Z.div_pos; [apply Z.mul_nonneg_nonneg|]; lia|apply Z.div_lt_upper_bound;
      [lia|apply Z.mul_lt_mono_nonneg; lia]]. }
  set (Q1 := l * (2 ^ 52 / q) / 2 ^ 52) in *. set (Q2 := h * (u * 2 ^ 52 / q) / 2 ^ 52) in *.
  rewrite (Z.mod_small Q1) by lia. rewrite (Z.mod_small (Q1 + Q2)) by lia.
  assert (E : low52 (madd52_low (madd52_low low h u) (Q1 + Q2) (2 ^ 52 - q)) = low52 (l + h * u - (Q1 + Q2) * q)).
  { rewrite low52_madd, (low52_small (2 ^ 52 - q)) by lia.
    assert (Ein : low52 (madd52_low low h u) = low52 (l + h * u)).
    { rewrite low52_madd, (low52_small h), (low52_small u) by lia. unfold l, low52. rewrite Zplus_mod_idemp_l.
        reflexivity. }
    assert (HQq : low52 (low52 (Q1 + Q2) * (2 ^ 52 - q)) = low52 (- ((Q1 + Q2) * q))).
    { unfold low52. rewrite Zmult_mod_idemp_l. apply (low52_shift _ _ (Q1 + Q2)). ring. }
    unfold low52 in Ein, HQq |- *. rewrite Z.add_mod, Ein, HQq, <- Z.add_mod by lia. reflexivity. }
  rewrite E. clear E.
  assert (A2 : 64 * (h * u - Q2 * q) < 125 * q).
  { apply (cancel (2 ^ 46)); [lia|]. assert (q * h <= q * (61 * 2 ^ 46)) by (apply Z.mul_le_mono_nonneg_l; lia). lia. }
  assert (B2 : l - Q1 * q < 2 * q).
  { apply (cancel (2 ^ 52)); [lia|]. assert (q * (2 ^ 52 + l) <= q * (2 * 2 ^ 52)) by (apply Z.mul_le_mono_nonneg_l;
      lia). lia. }
  rewrite low52_small by lia. split; [|lia].
  replace (l + h * u - (Q1 + Q2) * q) with (l + h * u + (- (Q1 + Q2)) * q) by ring. rewrite Z.mod_add by lia.
  unfold u. rewrite Z.add_mod, Zmult_mod_idemp_r, <- Z.add_mod by lia. f_equal. unfold h. lia.
Qed.

(** ** Section 16.3: upper parts without their last bits *)

Definition upper_part x c := (x / 2 ^ dot_long_dropped) * (c / 2 ^ dot_long_dropped) / 2 ^ 52.

(** A product exceeds its part of the upper sum by less than three units. *)
Theorem upper_part_lacks x c : 0 <= x < 2 ^ dot_long_bits -> 0 <= c < 2 ^ dot_long_bits ->
  0 <= x / 2 ^ dot_long_dropped < 2 ^ 52 /\ 0 <= c / 2 ^ dot_long_dropped < 2 ^ 52 /\ 0 <= upper_part x c < 2 ^ 52 /\
  0 <= x * c - 2 ^ dot_long_unit * upper_part x c < 3 * 2 ^ dot_long_unit.
Proof.
  unfold dot_long_bits, dot_long_dropped, upper_part, dot_long_unit, dot_long_dropped.
  intros Hx Hc. change (52 + 2 * 3) with 58.
  pose proof (floor x (2 ^ 3) ltac:(lia)) as Fx. pose proof (floor c (2 ^ 3) ltac:(lia)) as Fc.
  assert (Ha : 0 <= x / 2 ^ 3 < 2 ^ 52) by lia. assert (Hb : 0 <= c / 2 ^ 3 < 2 ^ 52) by lia.
  set (a := x / 2 ^ 3) in *. set (b := c / 2 ^ 3) in *. clearbody a b.
  assert (Hab : 0 <= a * b / 2 ^ 52 < 2 ^ 52).
  { split; [apply Z.div_pos; [apply Z.mul_nonneg_nonneg|]; lia|apply Z.div_lt_upper_bound;
      [lia|apply Z.mul_lt_mono_nonneg; lia]]. }
  split; [assumption|split; [assumption|split; [assumption|]]].
  pose proof (floor (a * b) (2 ^ 52) ltac:(lia)) as Fab. set (t := a * b / 2 ^ 52) in *. clearbody t.
  assert (H1 : 2 ^ 3 * a * (2 ^ 3 * b) <= x * c) by (apply Z.mul_le_mono_nonneg; lia).
  assert (H2 : x * c <= (2 ^ 3 * a + 7) * (2 ^ 3 * b + 7)) by (apply Z.mul_le_mono_nonneg; lia).
  lia.
Qed.

(** The sum, from its two parts. *)
Definition dot_long_words low high :=
  let lacking := sub 64 low (shift_left 64 high dot_long_unit) in
  (low, shift_right (64 - dot_long_unit) high + (if low <? lacking then 1 else 0)).

Theorem dot_long_sum S high : 0 <= S < 2 ^ 128 -> fits 64 high ->
  0 <= S - 2 ^ dot_long_unit * high < 2 ^ 64 ->
  let (low, upper) := dot_long_words (S mod 2 ^ 64) high in low + 2 ^ 64 * upper = S /\ fits 64 upper.
Proof.
  unfold dot_long_words, dot_long_unit, dot_long_dropped, sub, shift_left, shift_right, fits.
  change (52 + 2 * 3) with 58. change (64 - 58) with 6. intros HS Hh Hr.
  assert (El : (S mod 2 ^ 64 - (high * 2 ^ 58) mod 2 ^ 64) mod 2 ^ 64 = S - 2 ^ 58 * high).
  { rewrite <- Zminus_mod. rewrite Z.mod_small; lia. }
  rewrite El. pose proof (floor high (2 ^ 6) ltac:(lia)) as Fh. set (g := high / 2 ^ 6) in *. clearbody g.
  pose proof (Z.div_mod S (2 ^ 64) ltac:(lia)) as DS. pose proof (Z.mod_pos_bound S (2 ^ 64) ltac:(lia)) as MS.
  set (l := S mod 2 ^ 64) in *. set (u := S / 2 ^ 64) in *. clearbody l u.
  destruct (Z.ltb_spec l (S - 2 ^ 58 * high)); split; lia.
Qed.

(** With at most as many products as the traits allow, the excess is below a word. *)
Theorem dot_long_excess start (pairs : list (Z * Z)) :
  0 <= start < 2 ^ dot_long_bits -> Z.of_nat (length pairs) <= dot_long_products ->
  Forall (fun p => 0 <= fst p < 2 ^ dot_long_bits /\ 0 <= snd p < 2 ^ dot_long_bits) pairs ->
  let S := start + total (map (fun p => fst p * snd p) pairs) in
  let high := total (map (fun p => upper_part (fst p) (snd p)) pairs) in
  0 <= S - 2 ^ dot_long_unit * high < 2 ^ 64 /\ fits 64 high /\ 0 <= S < 2 ^ 128.
Proof.
  intros Hs Hl Hp. cbv zeta.
  assert (H : 0 <= total (map (fun p => fst p * snd p) pairs) - 2 ^ dot_long_unit * total (map (fun p => upper_part
    (fst p) (snd p)) pairs)
                <= Z.of_nat (length pairs) * (3 * 2 ^ dot_long_unit) /\
              0 <= total (map (fun p => upper_part (fst p) (snd p)) pairs) <= Z.of_nat (length pairs) * 2 ^ 52).
  { clear Hl. induction Hp as [|p l [Hx Hc] Hp IH].
    - cbn [map total fold_right length]. lia.
    - cbn [map total fold_right length]. rewrite Nat2Z.inj_succ.
      fold (total (map (fun p => fst p * snd p) l)). fold (total (map (fun p => upper_part (fst p) (snd p)) l)).
      destruct (upper_part_lacks _ _ Hx Hc) as (_ & _ & H1 & H2). lia. }
  unfold dot_long_products, dot_long_bits, dot_long_unit, dot_long_dropped, fits in *. change (52 + 2 * 3) with 58 in
    *. lia.
Qed.

(** ** Section 16.4: limbs of 30 and 31 bits *)

(** Sums of n products of low limbs, of cross products and of high limbs, with a start. *)
Theorem dot_limbs_fit a n L M H :
  let bits := dot_limbs_bits a in let low := 2 ^ a - 1 in let high := 2 ^ (bits - a) - 1 in
  a = 30 \/ a = 31 -> 0 <= n <= dot_limbs_products a ->
  0 <= L <= low + n * (low * low) -> 0 <= M <= high + n * (2 * low * high) -> 0 <= H <= n * (high * high) ->
  low + high < 2 ^ 32 /\ fits 64 L /\ fits 64 (M + L / 2 ^ a) /\ fits 64 (H + (M + L / 2 ^ a) / 2 ^ a).
Proof.
  unfold dot_limbs_bits, dot_limbs_products, fits. intros Ha Hn HL HM HH. cbv zeta in *.
  destruct Ha as [-> | ->]; cbn [Z.eqb Pos.eqb] in Hn.
  - pose proof (floor L (2 ^ 30) ltac:(lia)). pose proof (floor (M + L / 2 ^ 30) (2 ^ 30) ltac:(lia)).
    change (30 + 30 - 30) with 30 in *. lia.
  - pose proof (floor L (2 ^ 31) ltac:(lia)). pose proof (floor (M + L / 2 ^ 31) (2 ^ 31) ltac:(lia)).
    change (30 + 31 - 31) with 30 in *. lia.
Qed.

Definition low_limb a x := Z.land x (2 ^ a - 1).
Definition dot_limbs_words a low both high :=
  let carry := shift_right a low in
  let middle := add 64 (sub 64 (sub 64 both low) high) carry in
  let top := add 64 high (shift_right a middle) in
  let upper := Z.lor (shift_left 64 top a) (low_limb a middle) in
  (Z.lor (shift_left 64 upper a) (low_limb a low), shift_right (64 - 2 * a) top).

Lemma shifted_lor a x y : 0 <= a <= 64 -> 0 <= y < 2 ^ a -> Z.lor (shift_left 64 x a) y = (x * 2 ^ a) mod 2 ^ 64 + y.
Proof.
  intros Ha Hy. unfold shift_left.
  assert (E : (x * 2 ^ a) mod 2 ^ 64 = x mod 2 ^ (64 - a) * 2 ^ a).
  { replace (2 ^ 64) with (2 ^ (64 - a) * 2 ^ a) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
    pose proof (power_positive (64 - a)). pose proof (power_positive a). apply Z.mul_mod_distr_r; lia. }
  rewrite E. apply lor_is_sum; lia.
Qed.

(** The two words are the sum. *)
Theorem dot_limbs_sum a L M H : a = 30 \/ a = 31 ->
  fits 64 L -> 0 <= M -> 0 <= H -> fits 64 (M + L / 2 ^ a) -> fits 64 (H + (M + L / 2 ^ a) / 2 ^ a) ->
  let (low, upper) := dot_limbs_words a L ((L + M + H) mod 2 ^ 64) H in
  low + 2 ^ 64 * upper = L + 2 ^ a * M + 2 ^ (2 * a) * H /\ fits 64 low /\ fits 64 upper.
Proof.
  intros Ha HL HM HH Hm Ht. unfold dot_limbs_words, low_limb, shift_right, add, sub. unfold fits in *.
  assert (Ha30 : 30 <= a <= 31) by lia.
  assert (E1 : ((((L + M + H) mod 2 ^ 64 - L) mod 2 ^ 64 - H) mod 2 ^ 64 + L / 2 ^ a) mod 2 ^ 64 = M + L / 2 ^ a).
  { pose proof (Z.div_mod (L + M + H) (2 ^ 64) ltac:(lia)). symmetry.
    set (k1 := (L + M + H) / 2 ^ 64) in *. set (v1 := (L + M + H) mod 2 ^ 64) in *. clearbody k1 v1.
    pose proof (Z.div_mod (v1 - L) (2 ^ 64) ltac:(lia)).
    set (k2 := (v1 - L) / 2 ^ 64) in *. set (v2 := (v1 - L) mod 2 ^ 64) in *. clearbody k2 v2.
    pose proof (Z.div_mod (v2 - H) (2 ^ 64) ltac:(lia)).
    set (k3 := (v2 - H) / 2 ^ 64) in *. set (v3 := (v2 - H) mod 2 ^ 64) in *. clearbody k3 v3.
    apply (Z.mod_unique _ _ (- (k1 + k2 + k3))); lia. }
  rewrite E1. set (middle := M + L / 2 ^ a) in *. clear E1.
  rewrite (Z.mod_small (H + middle / 2 ^ a)) by lia.
  rewrite !land_mask by lia.
  pose proof (power_positive a ltac:(lia)) as Pa.
  pose proof (Z.mod_pos_bound middle (2 ^ a) Pa). pose proof (Z.mod_pos_bound L (2 ^ a) Pa).
  rewrite !shifted_lor by lia.
  pose proof (Z.div_mod L (2 ^ a) ltac:(lia)) as DL. pose proof (Z.div_mod middle (2 ^ a) ltac:(lia)) as Dm.
  set (top := H + middle / 2 ^ a) in *.
  assert (EM : M = middle - L / 2 ^ a) by (unfold middle; lia). clearbody middle.
  assert (EH : H = top - middle / 2 ^ a) by (unfold top; lia). clearbody top. subst M H.
  set (L1 := L / 2 ^ a) in *. set (L0 := L mod 2 ^ a) in *. set (m1 := middle / 2 ^ a) in *. set (m0 := middle mod 2 ^
    a) in *.
  clearbody L1 L0 m1 m0. clear HM HH.
  destruct Ha as [-> | ->].
  - change (64 - 2 * 30) with 4. change (2 * 30) with 60.
    pose proof (Z.div_mod (top * 2 ^ 30) (2 ^ 64) ltac:(lia)) as D1. pose proof (Z.mod_pos_bound (top * 2 ^ 30) (2 ^
      64) ltac:(lia)).
    set (u := (top * 2 ^ 30) mod 2 ^ 64) in *. set (k1 := top * 2 ^ 30 / 2 ^ 64) in *. clearbody u k1.
    pose proof (Z.div_mod ((u + m0) * 2 ^ 30) (2 ^ 64) ltac:(lia)) as D2. pose proof (Z.mod_pos_bound ((u + m0) * 2 ^
      30) (2 ^ 64) ltac:(lia)).
    set (v := ((u + m0) * 2 ^ 30) mod 2 ^ 64) in *. set (k2 := (u + m0) * 2 ^ 30 / 2 ^ 64) in *. clearbody v k2.
    pose proof (floor top (2 ^ 4) ltac:(lia)). set (t := top / 2 ^ 4) in *. clearbody t. lia.
  - change (64 - 2 * 31) with 2. change (2 * 31) with 62.
    pose proof (Z.div_mod (top * 2 ^ 31) (2 ^ 64) ltac:(lia)) as D1. pose proof (Z.mod_pos_bound (top * 2 ^ 31) (2 ^
      64) ltac:(lia)).
    set (u := (top * 2 ^ 31) mod 2 ^ 64) in *. set (k1 := top * 2 ^ 31 / 2 ^ 64) in *. clearbody u k1.
    pose proof (Z.div_mod ((u + m0) * 2 ^ 31) (2 ^ 64) ltac:(lia)) as D2. pose proof (Z.mod_pos_bound ((u + m0) * 2 ^
      31) (2 ^ 64) ltac:(lia)).
    set (v := ((u + m0) * 2 ^ 31) mod 2 ^ 64) in *. set (k2 := (u + m0) * 2 ^ 31 / 2 ^ 64) in *. clearbody v k2.
    pose proof (floor top (2 ^ 2) ltac:(lia)). set (t := top / 2 ^ 2) in *. clearbody t. lia.
Qed.
