(** Arithmetic of 32-bit words in lanes of 32 bits: section 21 of docs/bounds/short_words.md, after
    src/arith/shoup32/shoup32.hpp. *)
From Ringlet Require Import Words Constants Shoup.

(** ** Section 21.1 *)

Theorem shoup32_capacity_fits q : 2 <= q < 2 ^ shoup32_modulus_bits ->
  shoup32_capacity * q <= 256 * 2 ^ 32 /\ 4 * q < 2 ^ 33.
Proof. unfold shoup32_capacity, shoup32_modulus_bits. lia. Qed.

(** ** Section 21.2 *)

Definition lazy_product q w x :=
  mul_low_difference 32 x w (mul_high 32 x (shoup32_quotient w q)) q.
Definition product q w x := subtract_once 32 (lazy_product q w x) q.

Lemma once q x : 0 < q < 2 ^ 31 -> 0 <= x < 2 * q -> 0 <= subtract_once 32 x q < q /\ subtract_once 32 x q mod q = x mod q.
Proof. intros Hq Hx. destruct (conditional_subtraction 32 x q) as (A & B & _); lia. Qed.

Theorem shoup32_product q w x : 2 <= q < 2 ^ shoup32_modulus_bits -> 0 <= w < q -> fits 32 x ->
  0 <= lazy_product q w x < 2 * q /\ lazy_product q w x mod q = (x * w) mod q /\
  below q (shoup32_product_bound 0) (product q w x) /\ product q w x = (x * w) mod q /\ fits 32 (shoup32_quotient w q).
Proof.
  unfold shoup32_modulus_bits. intros Hq Hw Hx.
  destruct (product_by_quotient 32 q w x (mul_high 32 x (w * 2 ^ 32 / q)) 0 2 (256 * x + 1)) as (E & L & _);
    unfold fits in *; try lia.
  { nia. } { unfold mul_high. lia. }
  assert (S : shoup32_quotient w q = w * 2 ^ 32 / q) by reflexivity.
  unfold product, lazy_product. rewrite S.
  destruct (once q (mul_low_difference 32 x w (mul_high 32 x (w * 2 ^ 32 / q)) q)) as [R C]; try lia.
  repeat split; try lia.
  - unfold below, shoup32_product_bound. lia.
  - rewrite <- E, <- C. symmetry. apply Z.mod_small. exact R.
  - apply Z.div_pos; lia.
  - apply Z.div_lt_upper_bound; nia.
Qed.

(** ** Section 21.3 *)

Definition forward q x p :=
  let first := subtract_once 32 x q in (add 32 first p, add 32 (sub 32 first p) q).
Definition inverse q x y := (add 32 x y, add 32 (sub 32 x y) q).

Lemma lifted_difference q a b : 0 < q < 2 ^ 31 -> 0 <= a < q -> 0 <= b < q -> add 32 (sub 32 a b) q = a - b + q.
Proof.
  intros. unfold add, sub. rewrite Zplus_mod_idemp_l. apply Z.mod_small. lia.
Qed.

Theorem shoup32_forward q x p : 2 <= q < 2 ^ shoup32_modulus_bits -> within q {| low := 0; high := 512 |} x -> 0 <= p < q ->
  let '(s, d) := forward q x p in
  within q (shoup32_ct_result {| low := 0; high := 512 |}) s /\ within q (shoup32_ct_result {| low := 0; high := 512 |}) d /\
  s mod q = (x + p) mod q /\ d mod q = (x - p) mod q.
Proof.
  unfold shoup32_modulus_bits, within. cbn [low high]. intros Hq Hx Hp. unfold forward.
  destruct (once q x) as [R C]; try lia.
  rewrite lifted_difference by lia. unfold add. rewrite Z.mod_small by lia.
  unfold shoup32_ct_result. cbn [low high]. repeat split; try lia.
  - rewrite Zplus_mod, C, <- Zplus_mod. reflexivity.
  - replace (subtract_once 32 x q - p + q) with (subtract_once 32 x q - p + 1 * q) by ring.
    rewrite Z.mod_add by lia. rewrite Zminus_mod, C, <- Zminus_mod. reflexivity.
Qed.

Theorem shoup32_inverse q x y : 2 <= q < 2 ^ shoup32_modulus_bits -> 0 <= x < q -> 0 <= y < q ->
  let '(s, d) := inverse q x y in
  0 <= s < 2 * q /\ 0 <= d < 2 * q /\ s = x + y /\ d = x - y + shoup32_gs_offset * q /\
  below q (shoup32_reduced_bound 512) (subtract_once 32 s q) /\ subtract_once 32 s q mod q = s mod q.
Proof.
  unfold shoup32_modulus_bits. intros Hq Hx Hy. unfold inverse. rewrite lifted_difference by lia.
  unfold add. rewrite Z.mod_small by lia. destruct (once q (x + y)) as [R C]; try lia.
  unfold shoup32_gs_offset, shoup32_reduced_bound, below. repeat split; lia.
Qed.

(** Every stage accepts what the stage before it, or a canonical word, leaves. *)
Theorem shoup32_stages r : 0 <= low r -> high r <= shoup32_capacity ->
  (shoup32_ct_accepts r = true) /\ high (shoup32_ct_result r) <= shoup32_capacity /\ shoup32_prepared r = r /\ shoup32_max_lift = 0 /\
  2 * shoup32_reduced_bound (2 * shoup32_product_bound 0) <= shoup32_capacity.
Proof.
  intros Hl Hh. unfold shoup32_ct_accepts, shoup32_capacity, shoup32_ct_result, shoup32_prepared,
    shoup32_reduced_bound, shoup32_product_bound, shoup32_max_lift in *. cbn [low high] in *.
  repeat split; lia.
Qed.

(** ** Section 21.4 *)

Definition remainder q x := sub 32 x (mul_low 32 (mul_high 32 x (shoup32_word_quotient (word_quotient 64 q))) q).

Theorem shoup32_word q x : 2 <= q < 2 ^ shoup32_modulus_bits -> fits 32 x ->
  0 <= remainder q x < 2 * q /\ remainder q x mod q = x mod q.
Proof.
  unfold shoup32_modulus_bits, fits. intros Hq Hx. unfold remainder, mul_high, mul_low, sub.
  assert (V : shoup32_word_quotient (word_quotient 64 q) = 2 ^ 32 / q).
  { unfold shoup32_word_quotient, word_quotient. rewrite Z.div_div by lia.
    change (2 ^ 64) with (2 ^ 32 * 2 ^ 32). apply Z.div_mul_cancel_r; lia. }
  rewrite V. rewrite Zminus_mod_idemp_r.
  floor_of (2 ^ 32) by q as v Hv. floor_of (x * v) by (2 ^ 32) as k Hk.
  assert (0 <= v) by nia. assert (0 <= x * v) by nia.
  assert (L : 0 <= x - k * q).
  { apply (Z.mul_nonneg_cancel_l (2 ^ 32)); [lia|].
    assert (q * (x * v) <= x * 2 ^ 32) by nia. nia. }
  assert (U : x - k * q < 2 * q).
  { apply (cancel (2 ^ 32)); [lia|].
    assert (x * 2 ^ 32 <= x * (q * v) + x * q) by nia.
    assert (x * q <= 2 ^ 32 * q) by nia. nia. }
  rewrite Z.mod_small by lia. split; [lia|]. apply (congruent _ _ _ k); lia.
Qed.

(** The first subtraction of [lower<8>], which leaves less than 4q. *)
Theorem shoup32_lower q x : 2 <= q < 2 ^ shoup32_modulus_bits -> fits 32 x -> x < 8 * q ->
  let step := if shoup32_has_room q then 4 * q else 2 * q in
  let r := subtract_once 32 x step in 0 <= r < 4 * q /\ r mod q = x mod q.
Proof.
  unfold shoup32_modulus_bits, shoup32_has_room. intros Hq Hx H8. cbv zeta.
  destruct (Z.ltb_spec q 1073741824).
  - rewrite subtraction_by_minimum by (try assumption; lia). unfold fits in Hx.
    destruct (Z.ltb_spec x (4 * q)); split; try lia. apply (congruent _ _ _ 4); lia.
  - rewrite subtraction_by_minimum by (try assumption; lia). unfold fits in Hx.
    destruct (Z.ltb_spec x (2 * q)); split; try lia. apply (congruent _ _ _ 2); lia.
Qed.

(** ** Section 21.5 *)

Definition barrett b q p :=
  let top := shift_right (shoup32_product_shift b) p in
  let mu := shoup32_product_quotient (product_quotient 64 b q) in
  p - (top * mu) / 2 ^ 32 * q.

Lemma quotient_is b q : 2 <= b <= 31 -> 2 ^ (b - 1) <= q < 2 ^ b ->
  let mu := shoup32_product_quotient (product_quotient 64 b q) in
  fits 32 mu /\ q * mu <= 2 ^ 32 * 2 ^ (b - 1) <= q * mu + q.
Proof.
  intros Hb Hq. cbv zeta. pose proof (power_positive (b - 1) ltac:(lia)).
  assert (E : product_quotient 64 b q / 2 ^ 31 = 2 ^ (b + 31) / q).
  { unfold product_quotient. rewrite Z.div_div by lia. replace (b + 64 - 2) with (b + 31 + 31) by lia.
    rewrite Z.pow_add_r by lia. apply Z.div_mul_cancel_r; lia. }
  unfold shoup32_product_quotient, shoup32_full_quotient. rewrite E.
  assert (P : 2 ^ (b + 31) = 2 ^ 32 * 2 ^ (b - 1)) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  rewrite P. set (D := 2 ^ (b - 1)) in *. clearbody D. floor_of (2 ^ 32 * D) by q as m Hm.
  assert (0 <= m <= 2 ^ 32) by nia. unfold fits.
  destruct (Z.eq_dec m (2 ^ 32)) as [->|].
  - change (2 ^ 32 / 2 ^ 32) with 1. lia.
  - rewrite (Z.div_small m) by lia. lia.
Qed.

Theorem shoup32_barrett b q p : 2 <= b <= shoup32_modulus_bits -> 2 ^ (b - 1) <= q < 2 ^ b -> 0 <= p < q * q ->
  fits 32 (shift_right (shoup32_product_shift b) p) /\ 0 <= barrett b q p < 3 * q /\ barrett b q p mod q = p mod q /\
  0 <= subtract_once 64 (barrett b q p) (2 * q) < 2 * q /\
  subtract_once 64 (barrett b q p) (2 * q) mod q = p mod q.
Proof.
  unfold shoup32_modulus_bits. intros Hb Hq Hp.
  destruct (quotient_is b q) as [F M]; try lia.
  unfold barrett, shift_right, shoup32_product_shift. cbv zeta.
  set (mu := shoup32_product_quotient (product_quotient 64 b q)) in *. clearbody mu.
  pose proof (power_positive (b - 1) ltac:(lia)) as P1.
  assert (P2 : 2 ^ b = 2 * 2 ^ (b - 1)) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
  assert (P4 : 2 ^ (b - 1) <= 2 ^ 30) by (apply Z.pow_le_mono_r; lia).
  set (D := 2 ^ (b - 1)) in *. clearbody D. unfold fits in *.
  floor_of p by D as t Ht. floor_of (t * mu) by (2 ^ 32) as k Hk.
  assert (0 <= t) by nia.
  assert (Dt : D * t < D * (2 * q)) by nia.
  assert (T : t < 2 ^ 32) by nia.
  assert (L0 : t * (q * mu) <= t * (2 ^ 32 * D)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (L1 : t * (2 ^ 32 * D) <= t * (q * mu + q)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (L2 : q * (2 ^ 32 * k) <= q * (t * mu)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (L3 : q * (t * mu) < q * (2 ^ 32 * k + 2 ^ 32)) by (apply Z.mul_lt_mono_pos_l; lia).
  assert (L4 : t * q <= 2 ^ 32 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (R0 : 0 <= p - k * q) by (apply (Z.mul_nonneg_cancel_l (2 ^ 32)); lia).
  assert (R1 : p - k * q < 3 * q) by (apply (cancel (2 ^ 32)); lia).
  rewrite subtraction_by_minimum by (unfold fits; lia).
  repeat split; try lia; try (apply (congruent _ _ _ k); lia).
  - destruct (Z.ltb_spec (p - k * q) (2 * q)); lia.
  - destruct (Z.ltb_spec (p - k * q) (2 * q)); lia.
  - destruct (Z.ltb_spec (p - k * q) (2 * q)); [apply (congruent _ _ _ k); lia | apply (congruent _ _ _ (k + 2)); lia].
Qed.

(** ** Section 21.6 *)

Definition montgomery inverse q x y :=
  add_if_negative 32 (sub 32 (x * y / 2 ^ 32) ((x * y * inverse) mod 2 ^ 32 * q / 2 ^ 32)) q.

Theorem shoup32_montgomery inverse q x y : 2 <= q < 2 ^ shoup32_modulus_bits -> (q * inverse) mod 2 ^ 32 = 1 ->
  0 <= x < q -> fits 32 y ->
  let z := montgomery inverse q x y in 0 <= z < q /\ (2 ^ 32 * z) mod q = (x * y) mod q.
Proof.
  unfold shoup32_modulus_bits, fits. intros Hq Hi Hx Hy. cbv zeta. unfold montgomery.
  assert (Hp : 0 <= x * y < q * 2 ^ 32) by nia. set (p := x * y) in *. clearbody p.
  pose proof (Z.mod_pos_bound (p * inverse) (2 ^ 32) eq_refl) as Hm.
  assert (S : ((p * inverse) mod 2 ^ 32 * q) mod 2 ^ 32 = p mod 2 ^ 32).
  { rewrite Zmult_mod_idemp_l. replace (p * inverse * q) with (p * (q * inverse)) by ring.
    rewrite <- Zmult_mod_idemp_r, Hi, Z.mul_1_r. reflexivity. }
  set (m := (p * inverse) mod 2 ^ 32) in *. clearbody m.
  assert (Hmq : 0 <= m * q < 2 ^ 32 * q) by nia.
  pose proof (Z.div_mod p (2 ^ 32) ltac:(lia)). pose proof (Z.div_mod (m * q) (2 ^ 32) ltac:(lia)).
  pose proof (floor p (2 ^ 32) eq_refl). pose proof (floor (m * q) (2 ^ 32) eq_refl).
  rewrite S in *. set (c := p mod 2 ^ 32) in *. clearbody c.
  set (h := p / 2 ^ 32) in *. set (u := m * q / 2 ^ 32) in *. clearbody h u.
  assert (Hh : 0 <= h < q) by lia. assert (Hu : 0 <= u < q) by lia.
  destruct (subtract_modulo 32 h u q) as [-> _]; try lia.
  pose proof (Z.mod_pos_bound (h - u) q ltac:(lia)). split; [lia|].
  rewrite Zmult_mod_idemp_r. apply (congruent _ _ _ m); lia.
Qed.

(** ** Section 21.7 *)

Theorem shoup32_sum q s x y : 2 <= q < 2 ^ shoup32_modulus_bits -> 0 <= s < q * q -> 0 <= x < q -> 0 <= y < q ->
  fits 64 (s + x * y) /\
  let z := subtract_once 64 (s + x * y) (shoup32_square q) in
  z = subtract_by_sign 64 (s + x * y) (shoup32_square q) /\ 0 <= z < q * q /\ z mod q = (s + x * y) mod q.
Proof.
  unfold shoup32_modulus_bits, shoup32_square, fits. intros Hq Hs Hx Hy. cbv zeta.
  assert (P : 0 <= x * y < q * q) by nia. assert (S : 0 < q * q <= 2 ^ 62) by nia.
  set (p := x * y) in *. clearbody p.
  destruct (subtract_once_is 64 (s + p) (q * q)) as [-> ->]; try lia.
  destruct (Z.ltb_spec (s + p) (q * q)); repeat split; try lia. apply (congruent _ _ _ q); lia.
Qed.

(** ** Section 21.8 *)

Theorem mersenne31_product x y : let q := mersenne31_prime in 0 <= x < q -> 0 <= y < q ->
  let p := add 32 x x * y in
  let z := p / 2 ^ 32 + shift_right 1 (p mod 2 ^ 32) in
  fits 64 p /\ 0 <= z < 2 * q /\ z mod q = (x * y) mod q.
Proof.
  unfold mersenne31_prime, fits, add, shift_right. cbv zeta. intros Hx Hy.
  rewrite (Z.mod_small (x + x)) by lia.
  replace ((x + x) * y) with (2 * (x * y)) by ring.
  assert (P : 0 <= x * y <= (2 ^ 31 - 2) * (2 ^ 31 - 2)) by nia. set (p := x * y) in *. clearbody p.
  change (2 ^ 32) with (2 * 2 ^ 31). rewrite Z.div_mul_cancel_l, Z.mul_mod_distr_l by lia.
  replace (2 * (p mod 2 ^ 31)) with (p mod 2 ^ 31 * 2) by ring. change (2 ^ 1) with 2. rewrite Z.div_mul by lia.
  pose proof (Z.mod_pos_bound p (2 ^ 31) eq_refl). pose proof (Z.div_mod p (2 ^ 31) ltac:(lia)).
  set (h := p / 2 ^ 31) in *. set (l := p mod 2 ^ 31) in *. clearbody h l.
  assert (0 <= h < 2 ^ 31 - 1) by lia. repeat split; try lia. apply (congruent _ _ _ h); lia.
Qed.
