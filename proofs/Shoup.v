(** Products by a constant w < q with its Shoup quotient: sections 1.1, 4 and 7.1 of docs/bounds/words.md. *)
From Ringlet Require Import Words Constants.

(** The lemma that all variants share: a quotient Q that falls short of the rounded one by at most [short]. *)
Lemma product_by_quotient W q w x Q short Capacity operand :
  0 < W -> 1 < q -> 0 <= w < q -> fits W x -> 0 < Capacity -> Capacity * q <= 2 ^ W -> (2 + short) * q <= 2 ^ W ->
  256 * x < operand * q ->
  x * (w * 2 ^ W / q) / 2 ^ W - short <= Q <= x * (w * 2 ^ W / q) / 2 ^ W ->
  let r := mul_low_difference W x w Q q in
  r mod q = (x * w) mod q /\ 0 <= r < (2 + short) * q /\ below q (256 * short + shoup_product_bound Capacity operand) r.
Proof.
  intros HW Hq Hw Hx HC Hfit Hshort Hop HQ. pose proof (power_positive W) as HB. unfold fits in Hx.
  destruct (shoup_quotient q w x (2 ^ W) Q short) as [H0 H1]; try lia.
  assert (H2 : x * w - Q * q < (2 + short) * q) by nia.
  cbv zeta. unfold mul_low_difference. rewrite small by (unfold fits; lia).
  split; [apply (congruent _ _ _ Q); lia | split; [lia|]].
  unfold below, shoup_product_bound. assert (0 < operand) by (apply (cancel q); lia).
  pose proof (ceiling_share Capacity operand q (2 ^ W) ltac:(lia) ltac:(lia) Hfit ltac:(assumption)) as Hoc.
  set (c := (operand + Capacity - 1) / Capacity) in *. clearbody c.
  assert (q * (256 * x) <= q * (operand * q)) by times. assert (q * (operand * q) <= q * (c * 2 ^ W)) by times.
  split; [lia|]. apply (cancel (2 ^ W)); lia.
Qed.

(** ** Section 1.1 *)

Theorem shoup_quotient_fits w q : 1 < q -> 0 <= w < q ->
  fits 64 (word_shoup_quotient w q) /\ ifma_shoup_quotient (word_shoup_quotient w q) = w * 2 ^ 52 / q.
Proof.
  intros Hq Hw. unfold fits, ifma_shoup_quotient, word_shoup_quotient. split.
  - floor_of (w * 2 ^ 64) by q as w1 Hw1. nia.
  - rewrite Z.div_div by lia. replace (w * 2 ^ 64) with (w * 2 ^ 52 * 2 ^ 12) by ring.
    apply Z.div_mul_cancel_r; lia.
Qed.

(** ** Section 4.1: an exact high product. [exact_product] holds for any word: for W = 64 and, with C = 16, for 128 *)

Theorem exact_product W q w x Capacity operand :
  0 < W -> 1 < q -> 0 <= w < q -> fits W x -> 4 <= Capacity -> Capacity * q <= 2 ^ W -> 256 * x < operand * q ->
  let r := mul_low_difference W x w (mul_high W x (w * 2 ^ W / q)) q in
  r mod q = (x * w) mod q /\ 256 * r < exact_fixed_bound * q /\ below q (exact_bound Capacity operand) r.
Proof.
  intros HW Hq Hw Hx HC Hfit Hop. assert (4 * q <= 2 ^ W) by nia.
  destruct (product_by_quotient W q w x (mul_high W x (w * 2 ^ W / q)) exact_shortfall Capacity operand)
    as (E & L & B); unfold exact_shortfall in *; try assumption; try lia.
  - unfold mul_high. lia.
  - split; [exact E|split]; [unfold exact_fixed_bound, exact_shortfall; lia|].
    unfold exact_bound, exact_shortfall. exact B.
Qed.

(** ** Sections 4.2 and 4.5: high products of two limbs without that of the low ones *)

Lemma short_by_two h x y : 0 < h -> fits (2 * h) x -> fits (2 * h) y ->
  x * y / 2 ^ (2 * h) - 2 <= mul_high_short h x y <= x * y / 2 ^ (2 * h).
Proof.
  unfold fits, mul_high_short. intros Hh Hx Hy. pose proof (power_positive h) as HH.
  replace (2 ^ (2 * h)) with (2 ^ h * 2 ^ h) in * by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  set (H := 2 ^ h) in *; clearbody H.
  pose proof (floor x H) as Fx. pose proof (Z.mod_pos_bound x H) as Mx. pose proof (Z.div_mod x H) as Dx.
  pose proof (floor y H) as Fy. pose proof (Z.mod_pos_bound y H) as My. pose proof (Z.div_mod y H) as Dy.
  set (x1 := x / H) in *; set (x0 := x mod H) in *; set (y1 := y / H) in *; set (y0 := y mod H) in *.
  clearbody x1 x0 y1 y0.
  assert (Ex : x = H * x1 + x0) by lia. assert (Ey : y = H * y1 + y0) by lia. subst x y.
  assert (0 < H * H) by nia.
  floor_of ((H * x1 + x0) * (H * y1 + y0)) by (H * H) as t Ht.
  floor_of (x1 * y0) by H as a Ha. floor_of (x0 * y1) by H as b Hb.
  assert (0 <= x0 * y0 < H * H) by nia.
  assert (H * (H * a) <= H * (x1 * y0) <= H * (H * a) + H * (H - 1)) by nia.
  assert (H * (H * b) <= H * (x0 * y1) <= H * (H * b) + H * (H - 1)) by nia.
  assert (H * H * (x1 * y1 + a + b) <= H * H * t + (H * H - 1)) by nia.
  assert (H * H * t < H * H * (x1 * y1 + a + b + 3)) by nia.
  split; nia.
Qed.

Lemma quotient_fits W w q : 0 < W -> 1 < q -> 0 <= w < q -> fits W (w * 2 ^ W / q).
Proof.
  intros HW Hq Hw. unfold fits. pose proof (power_positive W). floor_of (w * 2 ^ W) by q as w1 H1. nia.
Qed.

Theorem short_product q w x Capacity operand :
  1 < q -> 0 <= w < q -> fits 64 x -> 4 <= Capacity -> Capacity * q <= 2 ^ 64 -> 4 * q <= 2 ^ 64 ->
  256 * x < operand * q ->
  let r := mul_low_difference 64 x w (mul_high_short 32 x (w * 2 ^ 64 / q)) q in
  r mod q = (x * w) mod q /\ 256 * r < short_fixed_bound * q /\ below q (short_bound Capacity operand) r.
Proof.
  intros.
  destruct (product_by_quotient 64 q w x (mul_high_short 32 x (w * 2 ^ 64 / q)) short_shortfall Capacity operand)
    as (E & L & B); unfold short_shortfall in *; try assumption; try lia.
  - apply (short_by_two 32); [lia | assumption | apply quotient_fits; lia].
  - split; [exact E|split]; [unfold short_fixed_bound, short_shortfall; lia|].
    unfold short_bound, short_shortfall. exact B.
Qed.

Theorem truncated_product q w x Capacity operand :
  1 < q -> 0 <= w < q -> fits 128 x -> 4 <= Capacity -> Capacity * q <= 2 ^ 128 -> 256 * x < operand * q ->
  let r := mul_low_difference 128 x w (mul_high_short 64 x (w * 2 ^ 128 / q)) q in
  r mod q = (x * w) mod q /\ 256 * r < truncated_fixed_bound * q /\ below q (truncated_bound Capacity operand) r.
Proof.
  intros.
  destruct (product_by_quotient 128 q w x (mul_high_short 64 x (w * 2 ^ 128 / q)) 2 Capacity operand)
    as (E & L & B); try assumption; try lia.
  - apply (short_by_two 64); [lia | assumption | apply quotient_fits; lia].
  - split; [exact E|split]; [unfold truncated_fixed_bound; lia|]. exact B.
Qed.

(** ** Sections 4.3 and 4.4: quotients of two 52-bit limbs *)

Definition product_52x2 x w high low q :=
  let top := shift_right 52 x in
  let quotient := madd52_high (madd52_high (mul_low 64 top high) x high) top low in
  sub 64 (mul_low 64 x w) (mul_low 64 quotient q).

(** The quotient from limbs of a number that is below w B^2 / q by less than [missing]. *)
Lemma quotient_by_limbs B q w x1 x0 h l missing :
  0 < B -> 0 < q -> 0 <= x1 -> 0 <= x0 < B -> 0 <= h < B -> 0 <= l < B ->
  (h * B + l) * q <= w * (B * B) < (h * B + l + missing) * q ->
  let x := x1 * B + x0 in let Q := x1 * h + x0 * h / B + x1 * l / B in
  0 <= x0 * h / B /\ 0 <= x1 * l / B /\ Q * (B * B) <= x * (h * B + l) /\
  0 <= x * w - Q * q /\ (x * w - Q * q) * (B * B) < (3 * (B * B) + x * missing) * q.
Proof.
  intros HB Hq Hx1 Hx0 Hh Hl HW x Q.
  assert (0 <= x0 * h) by nia. assert (0 <= x1 * l) by nia.
  assert (HBB : 0 < B * B) by nia. assert (Hx : 0 <= x) by (unfold x; nia).
  assert (Ha : 0 <= x0 * h / B) by (apply Z.div_pos; lia). assert (Hb : 0 <= x1 * l / B) by (apply Z.div_pos; lia).
  pose proof (floor (x0 * h) B HB) as Fa. pose proof (floor (x1 * l) B HB) as Fb.
  unfold Q; clear Q. set (a := x0 * h / B) in *; set (b := x1 * l / B) in *; clearbody a b.
  assert (B * (B * a) <= B * (x0 * h) < B * (B * a) + B * B) by nia.
  assert (B * (B * b) <= B * (x1 * l) < B * (B * b) + B * B) by nia.
  assert (0 <= x0 * l < B * B) by nia.
  assert (HQ : (x1 * h + a + b) * (B * B) <= x * (h * B + l) < (x1 * h + a + b + 3) * (B * B)) by (unfold x; lia).
  assert (Hm : x * ((h * B + l) * q) <= x * (w * (B * B)) <= x * ((h * B + l + missing) * q)) by times.
  clearbody x. set (Q := x1 * h + a + b) in *. clearbody Q.
  assert (q * (Q * (B * B)) <= q * (x * (h * B + l)) < q * ((Q + 3) * (B * B))) by nia.
  assert (0 <= (B * B) * (x * w - Q * q)) by lia.
  repeat split; try lia. nia.
Qed.

Lemma product_by_limbs q w x high low missing :
  1 < q -> 0 <= w -> fits 64 x -> 4 * q <= 2 ^ 64 -> fits 52 high -> w < q -> 0 <= missing <= 2 ^ 40 ->
  (high * 2 ^ 52 + low52 low) * q <= w * (2 ^ 52 * 2 ^ 52) < (high * 2 ^ 52 + low52 low + missing) * q ->
  let r := product_52x2 x w high low q in
  r mod q = (x * w) mod q /\ 0 <= r /\ r * (2 ^ 52 * 2 ^ 52) < (3 * (2 ^ 52 * 2 ^ 52) + x * missing) * q.
Proof.
  unfold fits, product_52x2, shift_right, madd52_high, mul_low, sub, low52. intros Hq Hw0 Hx H4 Hh Hw Hm HW.
  pose proof (Z.mod_pos_bound low (2 ^ 52) eq_refl) as Hl. set (l := low mod 2 ^ 52) in *; clearbody l.
  pose proof (Z.mod_pos_bound x (2 ^ 52) eq_refl) as Hx0. pose proof (Z.div_mod x (2 ^ 52) ltac:(lia)) as Dx.
  assert (Hx1 : 0 <= x / 2 ^ 52 < 2 ^ 12) by (split; [apply Z.div_pos|apply Z.div_lt_upper_bound]; lia).
  rewrite (Z.mod_small high) by lia. rewrite (Z.mod_small (x / 2 ^ 52) (2 ^ 52)) by lia.
  destruct (quotient_by_limbs (2 ^ 52) q w (x / 2 ^ 52) (x mod 2 ^ 52) high l missing) as (Ha & Hb & HQ & H0 & H1);
    try lia.
  replace (x / 2 ^ 52 * 2 ^ 52 + x mod 2 ^ 52) with x in * by lia.
  set (x1 := x / 2 ^ 52) in *; set (x0 := x mod 2 ^ 52) in *.
  set (a := x0 * high / 2 ^ 52) in *; set (b := x1 * l / 2 ^ 52) in *.
  assert (Hxh : 0 <= x1 * high) by (apply Z.mul_nonneg_nonneg; lia).
  clearbody x1 x0 a b.
  assert (Hlow : x * (high * 2 ^ 52 + l) < 2 ^ 64 * (2 ^ 52 * 2 ^ 52)).
  { apply Z.mul_lt_mono_nonneg; lia. }
  assert (HQ64 : x1 * high + a + b < 2 ^ 64) by lia.
  rewrite (Z.mod_small (x1 * high)) by lia. rewrite (Z.mod_small (_ + a)) by lia. rewrite (Z.mod_small (_ + b)) by lia.
  set (Q := x1 * high + a + b) in *. clearbody Q.
  assert (Hxm : x * missing <= 2 ^ 64 * 2 ^ 40) by (apply Z.mul_le_mono_nonneg; lia).
  assert (HRq : x * w - Q * q < 4 * q).
  { assert ((3 * (2 ^ 52 * 2 ^ 52) + x * missing) * q <= (4 * (2 ^ 52 * 2 ^ 52)) * q).
    { apply Z.mul_le_mono_nonneg_r; lia. } lia. }
  rewrite <- Zminus_mod, (Z.mod_small (x * w - Q * q)) by lia.
  split; [apply (congruent _ _ _ Q); lia | split; assumption].
Qed.

Theorem two_limb_product q w x :
  1 < q -> 0 <= w < q -> fits 64 x -> 8 * q <= 2 ^ 64 ->
  let quotient := word_shoup_quotient w q in
  let next := two_limb_next (mul_low_difference 64 0 0 quotient q) q in
  let r := product_52x2 x w (two_limb_high quotient) (two_limb_low quotient next) q in
  r mod q = (x * w) mod q /\ below q two_limb_bound r.
Proof.
  intros Hq Hw Hx Hcap. cbv zeta. unfold word_shoup_quotient, mul_low_difference, two_limb_next, two_limb_high.
  assert (Hr : (0 * 0 - w * 2 ^ 64 / q * q) mod 2 ^ 64 = w * 2 ^ 64 - w * 2 ^ 64 / q * q).
  { floor_of (w * 2 ^ 64) by q as w1 H1. symmetry. apply (Z.mod_unique _ _ (- w)); [|lia].
    left; nia. }
  rewrite Hr. pose proof (floor (w * 2 ^ 64) q ltac:(lia)) as Hs. set (s := w * 2 ^ 64 / q) in *.
  assert (Hr0 : 0 <= w * 2 ^ 64 - s * q < q) by lia.
  floor_of ((w * 2 ^ 64 - s * q) * 2 ^ 40) by q as n Hn.
  assert (Hn' : 0 <= n < 2 ^ 40) by nia.
  assert (Hs64 : fits 64 s) by (unfold fits; nia). clearbody s. unfold fits in *.
  assert (E : two_limb_low s n = s mod 2 ^ 12 * 2 ^ 40 + n).
  { unfold two_limb_low. change 4095 with (2 ^ 12 - 1). rewrite (land_mask s 12) by lia. apply lor_is_sum; lia. }
  rewrite E. pose proof (Z.mod_pos_bound s (2 ^ 12) eq_refl). pose proof (Z.div_mod s (2 ^ 12) ltac:(lia)).
  set (h := s / 2 ^ 12) in *; set (t := s mod 2 ^ 12) in *; clearbody h t.
  assert (L : low52 (t * 2 ^ 40 + n) = t * 2 ^ 40 + n) by (unfold low52; apply Z.mod_small; lia).
  destruct (product_by_limbs q w x h (t * 2 ^ 40 + n) 1) as (Hc & Hpos & Hb); rewrite ?L; unfold fits; try lia.
  split; [exact Hc|]. unfold below, two_limb_bound. split; [lia|]. nia.
Qed.

Theorem packed_product q w x :
  1 < q -> 0 <= w < q -> fits 64 x -> 4 * q <= 2 ^ 64 ->
  let quotient := word_shoup_quotient w q in
  let r := product_52x2 x w (shift_right 12 quotient) (shift_left 64 quotient 40) q in
  r mod q = (x * w) mod q /\ below q packed_bound r.
Proof.
  intros Hq Hw Hx Hcap. cbv zeta. unfold word_shoup_quotient, shift_right.
  pose proof (floor (w * 2 ^ 64) q ltac:(lia)) as Hs. set (s := w * 2 ^ 64 / q) in *.
  assert (Hs64 : fits 64 s) by (unfold fits; nia). clearbody s. unfold fits in *.
  pose proof (Z.mod_pos_bound s (2 ^ 12) eq_refl). pose proof (Z.div_mod s (2 ^ 12) ltac:(lia)) as D.
  assert (L : low52 (shift_left 64 s 40) = s mod 2 ^ 12 * 2 ^ 40).
  { unfold low52, shift_left. rewrite mod_of_mod by lia.
    replace (2 ^ 52) with (2 ^ 12 * 2 ^ 40) by reflexivity. rewrite Z.mul_mod_distr_r; lia. }
  set (h := s / 2 ^ 12) in *; set (t := s mod 2 ^ 12) in *; clearbody h t.
  destruct (product_by_limbs q w x h (shift_left 64 s 40) (2 ^ 40)) as (Hc & Hpos & Hb); rewrite ?L; unfold fits;
    try lia.
  split; [exact Hc|]. unfold below, packed_bound. split; [lia|]. nia.
Qed.

(** ** Section 4.6: the Shoup quotient of a 128-bit word, from Barrett's constant *)

(** The loop begins with a value that is short by at most the sum of its eight steps, and the remainder is a word. *)
Theorem double_quotient_estimated w q b :
  2 <= b <= 124 -> 2 ^ (b - 1) <= q < 2 ^ b -> 0 <= w < q ->
  let estimate := double_quotient_estimate w b (product_quotient 128 b q) in
  fits 128 (w * 2 ^ (128 - b)) /\ estimate <= w * 2 ^ 128 / q <= estimate + 8 /\
  fits 128 (w * 2 ^ 128 - estimate * q).
Proof.
  intros Hb Hq Hw. cbv zeta. unfold double_quotient_estimate, product_quotient, mul_high, fits.
  set (E := 2 ^ (128 - b)). set (T := 2 ^ b).
  assert (HTE : T * E = 2 ^ 128) by (unfold T, E; rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (HE : 0 < E) by (apply power_positive; lia).
  assert (HT124 : T <= 2 ^ 124) by (apply Z.pow_le_mono_r; lia).
  replace (2 ^ (b + 128 - 2)) with (2 ^ 126 * T) by (unfold T; rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (HT : 2 ^ (b - 1) * 2 = T) by (unfold T; rewrite Z.mul_comm, <- Z.pow_succ_r by lia; f_equal; lia).
  fold T in Hq. clearbody T E.
  pose proof (floor (2 ^ 126 * T) q ltac:(lia)) as Fm. set (mu := 2 ^ 126 * T / q) in *. clearbody mu.
  pose proof (floor (w * E * mu) (2 ^ 128) ltac:(lia)) as Ft. set (t := w * E * mu / 2 ^ 128) in *. clearbody t.
  pose proof (floor (w * 2 ^ 128) q ltac:(lia)) as Fe. set (e := w * 2 ^ 128 / q) in *. clearbody e.
  assert (HwE0 : 0 <= w * E) by (apply Z.mul_nonneg_nonneg; lia).
  assert (HwE : w * E < 2 ^ 128) by (rewrite <- HTE; apply Z.mul_lt_mono_pos_r; lia).
  assert (A1 : w * E * (q * mu) <= w * E * (2 ^ 126 * T)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (A2 : w * E * (2 ^ 126 * T) <= w * E * (q * mu + q)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (A3 : q * (2 ^ 128 * t) <= q * (w * E * mu)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (A4 : q * (w * E * mu) < q * (2 ^ 128 * t + 2 ^ 128)) by (apply Z.mul_lt_mono_pos_l; lia).
  assert (A5 : w * E * (2 ^ 126 * T) = 2 ^ 126 * (w * 2 ^ 128)) by (rewrite <- HTE; ring).
  assert (A6 : w * E * q <= 2 ^ 128 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (B1 : t * 2 ^ 2 * q <= w * 2 ^ 128 < t * 2 ^ 2 * q + 8 * q) by lia.
  split; [lia|split; [|lia]].
  split; [apply Z.lt_succ_r, (cancel q)|apply Z.lt_succ_r, (cancel q)]; lia.
Qed.

(** ** Section 4.7: a quotient of 52 bits, a remainder of 64 *)

Theorem long_shoup_product q w x : 1 < q < 2 ^ 52 -> 0 <= w < q -> 0 <= x < q ->
  let r := mul_low_difference 64 x w (madd52_high 0 x (ifma_shoup_quotient (word_shoup_quotient w q))) q in
  r mod q = (x * w) mod q /\ 0 <= r < long_shoup_limit * q.
Proof.
  intros Hq Hw Hx. cbv zeta. destruct (shoup_quotient_fits w q) as [_ ->]; try lia.
  pose proof (quotient_fits 52 w q ltac:(lia) ltac:(lia) Hw) as Hw'. unfold fits in Hw'.
  destruct (shoup_quotient q w x (2 ^ 52) (x * (w * 2 ^ 52 / q) / 2 ^ 52) 0) as [H0 H1]; try lia.
  unfold madd52_high. rewrite !low52_small by lia. rewrite Z.add_0_l.
  assert (0 <= x * (w * 2 ^ 52 / q) / 2 ^ 52 < 2 ^ 52).
  { split; [apply Z.div_pos; [apply Z.mul_nonneg_nonneg|]; lia|
            apply Z.div_lt_upper_bound; [lia|apply Z.mul_lt_mono_nonneg; lia]]. }
  rewrite (Z.mod_small _ (2 ^ 64)) by lia. set (Q := x * (w * 2 ^ 52 / q) / 2 ^ 52) in *. clearbody Q.
  assert (q * ((1 + 0) * 2 ^ 52 + x) <= q * (2 * 2 ^ 52)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (Hless : x * w - Q * q < 2 * q) by (apply (cancel (2 ^ 52)); lia).
  unfold mul_low_difference, long_shoup_limit. rewrite (Z.mod_small (x * w - Q * q)) by lia.
  split; [apply (congruent _ _ _ Q); lia | lia].
Qed.

(** ** Sections 4.1 and 7.1: products modulo 2^52. The quotient starts from [start]. *)

Definition ifma_twiddle_product start q w x :=
  let quotient := madd52_high start x (ifma_shoup_quotient (word_shoup_quotient w q)) in
  madd52_low (madd52_low 0 x w) quotient (ifma_minus_q q).

Lemma ifma_twiddle_lane start q w x : 1 < q -> 4 * q <= 2 ^ 52 -> 0 <= w < q -> 0 <= start <= 1 ->
  let Q := low52 x * (w * 2 ^ 52 / q) / 2 ^ 52 in
  low52 (ifma_twiddle_product start q w x) = low52 (low52 x * w - (Q + start) * q) /\
  0 <= low52 x * w - Q * q /\ (low52 x * w - Q * q) * 2 ^ 52 < q * (2 ^ 52 + low52 x).
Proof.
  intros Hq H4 Hw Hs. cbv zeta. unfold ifma_twiddle_product, ifma_minus_q. change 4503599627370496 with (2 ^ 52).
  destruct (shoup_quotient_fits w q) as [_ ->]; try lia.
  pose proof (quotient_fits 52 w q ltac:(lia) ltac:(lia) Hw) as Hw'. unfold fits in Hw'.
  pose proof (low52_range x) as Hx.
  destruct (shoup_quotient q w (low52 x) (2 ^ 52) (low52 x * (w * 2 ^ 52 / q) / 2 ^ 52) 0) as [H0 H1]; try lia.
  rewrite low52_difference by lia.
  assert (0 <= low52 x * (w * 2 ^ 52 / q) / 2 ^ 52 < 2 ^ 52 - 1).
  { split; [apply Z.div_pos; [apply Z.mul_nonneg_nonneg|]; lia|].
    apply Z.div_lt_upper_bound; [lia|].
    assert (low52 x * (w * 2 ^ 52 / q) <= (2 ^ 52 - 1) * (2 ^ 52 - 1)) by (apply Z.mul_le_mono_nonneg; lia). lia. }
  unfold madd52_high. rewrite (low52_small (w * 2 ^ 52 / q)) by lia.
  set (Q := low52 x * (w * 2 ^ 52 / q) / 2 ^ 52) in *. clearbody Q.
  rewrite (Z.mod_small (start + Q)) by lia. rewrite (low52_small (start + Q)) by lia.
  split; [f_equal; ring|]. split; [lia|]. replace (2 ^ 52 + low52 x) with ((1 + 0) * 2 ^ 52 + low52 x) by ring. lia.
Qed.

Theorem ifma_product_by_twiddle q w x Capacity operand :
  1 < q -> 4 <= Capacity -> Capacity * q <= 2 ^ 52 -> 0 <= w < q -> 256 * low52 x < operand * q ->
  let r := low52 (ifma_twiddle_product 0 q w x) in
  r mod q = (low52 x * w) mod q /\ 0 <= r < 2 * q /\ below q (shoup_product_bound Capacity operand) r.
Proof.
  intros Hq HC Hfit Hw Hop. cbv zeta.
  assert (Hqq : 4 * q <= Capacity * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  destruct (ifma_twiddle_lane 0 q w x) as (-> & H0 & H1); try lia.
  rewrite Z.add_0_r. pose proof (low52_range x) as Hx. set (x0 := low52 x) in *. clearbody x0.
  set (Q := x0 * (w * 2 ^ 52 / q) / 2 ^ 52) in *. clearbody Q.
  assert (q * (2 ^ 52 + x0) <= q * (2 * 2 ^ 52)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (Hless : x0 * w - Q * q < 2 * q) by (apply (cancel (2 ^ 52)); lia).
  rewrite low52_small by lia. split; [apply (congruent _ _ _ Q); lia | split; [lia|]].
  unfold below, shoup_product_bound. assert (0 < operand) by (apply (cancel q); lia).
  pose proof (ceiling_share Capacity operand q (2 ^ 52) ltac:(lia) ltac:(lia) ltac:(assumption) ltac:(assumption)) as Hoc.
  set (c := (operand + Capacity - 1) / Capacity) in *. clearbody c. split; [lia|].
  assert (q * (256 * x0) <= q * (operand * q)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (q * (operand * q) <= q * (c * 2 ^ 52)) by (apply Z.mul_le_mono_nonneg_l; lia).
  apply (cancel (2 ^ 52)); lia.
Qed.
