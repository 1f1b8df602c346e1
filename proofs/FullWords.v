(** Arithmetic modulo q that leave no room above q in a word: section 22 of docs/bounds/full_words.md, after
    src/arith/full_words/full_words.hpp. *)
From Ringlet Require Import Words Constants.

(** q of W - 1 or W bits. *)
Definition full W q := 2 <= W /\ 2 ^ (W - 2) <= q < 2 ^ W.

Lemma full_size W q : full W q -> 2 <= W /\ 0 < 2 ^ (W - 2) /\ 2 ^ W = 4 * 2 ^ (W - 2) /\ 2 ^ (W - 2) <= q < 2 ^ W.
Proof.
  intros [HW Hq]. pose proof (power_positive (W - 2) ltac:(lia)).
  assert (2 ^ W = 4 * 2 ^ (W - 2)) by (change 4 with (2 ^ 2); rewrite <- Z.pow_add_r by lia; f_equal; lia). lia.
Qed.

(** ** Section 22.1 *)

Theorem full_lengths q : 2 ^ (full_least_bits - 1) <= q < 2 ^ full_modulus_bits -> full 64 q.
Proof. unfold full_least_bits, full_modulus_bits, full. lia. Qed.

(** ** Section 22.3 *)

Definition sub_modulo W q x y := add W (sub W x y) (if x <? y then q else 0).
Definition add_modulo W q x y := sub_modulo W q x (sub W q y).

Lemma difference W q x y : 0 < q <= 2 ^ W -> 0 <= x < q -> 0 <= y <= q ->
  sub_modulo W q x y = (if x <? y then x - y + q else x - y).
Proof.
  intros Hq Hx Hy. unfold sub_modulo, add, sub. rewrite Zplus_mod_idemp_l.
  destruct (Z.ltb_spec x y); rewrite ?Z.add_0_r; apply Z.mod_small; lia.
Qed.

Theorem full_sub W q x y : 0 < q < 2 ^ W -> 0 <= x < q -> 0 <= y < q -> sub_modulo W q x y = (x - y) mod q.
Proof.
  intros. rewrite difference by lia. destruct (Z.ltb_spec x y).
  - apply (Z.mod_unique _ _ (-1)); lia.
  - symmetry. apply Z.mod_small. lia.
Qed.

Theorem full_add W q x y : 0 < q < 2 ^ W -> 0 <= x < q -> 0 <= y < q -> add_modulo W q x y = (x + y) mod q.
Proof.
  intros. unfold add_modulo. assert (E : sub W q y = q - y) by (unfold sub; apply Z.mod_small; lia).
  rewrite E, difference by lia. destruct (Z.ltb_spec x (q - y)).
  - symmetry. rewrite Z.mod_small; lia.
  - apply (Z.mod_unique _ _ 1); lia.
Qed.

Theorem full_neg W q x : 0 < q < 2 ^ W -> 0 <= x < q -> sub_modulo W q 0 x = (- x) mod q.
Proof. intros. rewrite full_sub by lia. reflexivity. Qed.

(** Every stage accepts what the stage before it, or a canonical word, leaves. *)
Theorem full_stages r : 0 <= low r ->
  full_ct_accepts (full_ct_result r) = true /\ full_ct_accepts (full_prepared r) = true /\
  full_ct_accepts full_between = true /\
  full_ct_accepts {| low := 0; high := 256 |} = true /\ full_max_lift = 0 /\
  high (full_ct_result r) = 256 /\ full_reduced_bound (high r) = 256 /\ full_product_bound (high r) = 256 /\
  2 * 256 <= full_capacity /\ full_gs_offset * 256 = full_capacity / 2.
Proof.
  intros. unfold full_ct_accepts, full_ct_result, full_prepared, full_between, full_max_lift, full_reduced_bound, full_product_bound,
    full_capacity, full_gs_offset. cbn [low high]. repeat split; lia.
Qed.

(** ** Section 22.2 *)

Definition quotient_of W w q := w * 2 ^ W / q.
Definition twiddle_remainder W w q := full_twiddle_word ((- quotient_of W w q) mod 2 ^ W) q mod 2 ^ W.
Definition signed_product W q w x :=
  sub_modulo W q (mul_high W x (twiddle_remainder W w q))
    (mul_high W (mul_low W x ((- quotient_of W w q) mod 2 ^ W)) q).

Theorem full_twiddle W w q : full W q -> 0 <= w < q -> twiddle_remainder W w q = (w * 2 ^ W) mod q.
Proof.
  intros F Hw. destruct (full_size W q F) as (HW & HP & E & Hq). unfold twiddle_remainder, full_twiddle_word, quotient_of.
  rewrite Zmult_mod_idemp_l. pose proof (Z.div_mod (w * 2 ^ W) q ltac:(lia)) as D.
  pose proof (Z.mod_pos_bound (w * 2 ^ W) q ltac:(lia)) as B.
  symmetry. apply (Z.mod_unique _ _ (- w)); lia.
Qed.

(** The high words of two products whose low words are equal. *)
Lemma high_words W q a b r : 0 < q < 2 ^ W -> 0 <= a < q * 2 ^ W -> 0 <= b < q * 2 ^ W -> a - b = 2 ^ W * r ->
  sub_modulo W q (a / 2 ^ W) (b / 2 ^ W) = r mod q.
Proof.
  intros Hq Ha Hb E. assert (P : 0 < 2 ^ W) by lia.
  assert (H : a / 2 ^ W = r + b / 2 ^ W).
  { replace a with (b + r * 2 ^ W) by lia. rewrite Z.div_add by lia. lia. }
  assert (0 <= a / 2 ^ W < q) by (split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]).
  assert (0 <= b / 2 ^ W < q) by (split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]).
  rewrite full_sub by lia. f_equal. lia.
Qed.

Theorem full_product W q w x : full W q -> 0 <= w < q -> fits W x -> signed_product W q w x = (x * w) mod q.
Proof.
  intros F Hw Hx. pose proof (full_twiddle W w q F Hw) as T. destruct (full_size W q F) as (HW & HP & E & Hq).
  unfold signed_product. rewrite T. unfold mul_high, mul_low, fits in *. rewrite Zmult_mod_idemp_r.
  set (R := 2 ^ W) in *. assert (HR : 0 < R) by lia.
  unfold quotient_of. fold R. pose proof (Z.div_mod (w * R) q ltac:(lia)) as D.
  pose proof (Z.mod_pos_bound (w * R) q ltac:(lia)) as B.
  set (v := w * R / q) in *. set (t := (w * R) mod q) in *. clearbody v t.
  pose proof (Z.div_mod (x * - v) R ltac:(lia)) as M. pose proof (Z.mod_pos_bound (x * - v) R HR) as Bm.
  set (m := (x * - v) mod R) in *. set (k := x * - v / R) in *. clearbody m k.
  assert (0 <= x * t < q * R) by nia. assert (0 <= m * q < q * R) by nia.
  pose proof (high_words W q (x * t) (m * q) (x * w + k * q)) as G. fold R in G. rewrite G; try lia.
  apply Z.mod_add. lia.
Qed.

(** ** Section 22.4 *)

Definition lower W q x := subtract_once W (subtract_once W x (full_largest_multiple W (length_of q) q)) q.

Theorem full_lower W q x : full W q -> fits W x -> lower W q x = x mod q.
Proof.
  intros F Hx. destruct (full_size W q F) as (HW & HP & E & Hq). unfold lower, full_largest_multiple, length_of.
  assert (E1 : 2 ^ W = 2 * 2 ^ (W - 1)) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
  assert (L : Z.log2 q + 1 < W <-> q < 2 ^ (W - 1)).
  { split; intros.
    - apply Z.log2_lt_pow2; lia.
    - assert (Z.log2 q < W - 1) by (apply Z.log2_lt_pow2; lia). lia. }
  assert (G : forall m k, 0 < m <= 2 ^ W -> m = k * q -> 0 <= subtract_once W x m /\ fits W (subtract_once W x m) /\
    subtract_once W x m mod q = x mod q /\ (subtract_once W x m < m \/ subtract_once W x m < 2 ^ W - m)).
  { intros m k Hm Em. rewrite subtraction_by_minimum by (try assumption; lia). unfold fits in *.
    destruct (Z.ltb_spec x m); repeat split; try lia. apply (congruent _ _ _ k); lia. }
  destruct (Z.ltb_spec (Z.log2 q + 1) W) as [S|S].
  - assert (q < 2 ^ (W - 1)) by (apply L; exact S).
    destruct (G (2 * q) 2) as (A & B & C & D); try lia.
    set (y := subtract_once W x (2 * q)) in *. clearbody y. unfold fits in B.
    rewrite subtraction_by_minimum by (unfold fits; lia). rewrite <- C.
    destruct (Z.ltb_spec y q); [symmetry; apply Z.mod_small; lia | apply (Z.mod_unique _ _ 1); lia].
  - assert (2 ^ (W - 1) <= q) by (apply Z.le_ngt; intros N; apply L in N; lia).
    destruct (G q 1) as (A & B & C & D); try lia.
    set (y := subtract_once W x q) in *. clearbody y. unfold fits in B.
    rewrite subtraction_by_minimum by (unfold fits; lia). rewrite <- C.
    destruct (Z.ltb_spec y q); [symmetry; apply Z.mod_small; lia | apply (Z.mod_unique _ _ 1); lia].
Qed.

(** ** Section 22.5 *)

(** From p = floor(2^(2 W - 2) / d), the quotient of products. The loop adds a floor. *)
Definition reciprocal W d :=
  let p := 2 ^ (2 * W - 2) / d in
  (full_first_quotient p + full_rest (full_rest_of_quotient p d mod 2 ^ W) d / d) mod 2 ^ W.

(** The remainder of u = high 2^W + low modulo d. [estimate] has a fraction and a quotient of one word each. *)
Definition remainder_of_words W d high low :=
  let estimate := high * reciprocal W d + high * 2 ^ W + low in
  let r := sub W (sub W low d) (mul_low W (estimate / 2 ^ W) d) in
  subtract_once W (add W r (if estimate mod 2 ^ W <? r then d else 0)) d.

Lemma reciprocal_is W d : 1 < W -> 2 ^ (W - 1) <= d < 2 ^ W ->
  fits W (reciprocal W d) /\ 0 < 2 ^ W * 2 ^ W - (reciprocal W d + 2 ^ W) * d <= d.
Proof.
  intros HW Hd. assert (E : 2 ^ W = 2 * 2 ^ (W - 1)) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
  assert (E2 : 2 ^ (2 * W - 2) = 2 ^ (W - 2) * 2 ^ W) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (E4 : 2 ^ W = 4 * 2 ^ (W - 2)).
  { change 4 with (2 ^ 2). rewrite <- Z.pow_add_r by lia. f_equal. lia. }
  unfold reciprocal, full_first_quotient, full_rest, full_rest_of_quotient, fits. cbv zeta.
  rewrite E2. set (R := 2 ^ W) in *. set (Q := 2 ^ (W - 2)) in *. clearbody R Q.
  pose proof (floor (Q * R) d ltac:(lia)) as H. set (p := Q * R / d) in *. clearbody p.
  assert (M : (0 - p * d) mod R = Q * R - d * p) by (symmetry; apply (Z.mod_unique _ _ (- Q)); lia).
  rewrite M. pose proof (floor (4 * (Q * R - d * p) + d - 1) d ltac:(lia)) as F.
  set (k := (4 * (Q * R - d * p) + d - 1) / d) in *. clearbody k.
  set (v := 4 * p - 1 + k). assert (V : 0 < R * R - v * d <= d).
  { assert (R * R = 4 * (Q * R)) by (rewrite E4 at 1; ring). unfold v. lia. }
  assert (v < 2 * R) by (apply (cancel d); nia). assert (R <= v) by (apply Z.lt_succ_r, (cancel d); nia).
  assert (T : v mod R = v - R) by (symmetry; apply (Z.mod_unique _ _ 1); lia).
  rewrite T. replace (v - R + R) with v by ring. lia.
Qed.

(** The range of what an estimated quotient, less by one than that of t, leaves. f: its fraction. *)
Lemma estimate_leaves R d k high low f t : d < R <= 2 * d -> 0 < k <= d -> 0 <= high < d -> 0 <= low < R -> 0 <= f < R ->
  R * t = high * k + low * (R - d) + d * (f - R) -> - d <= t /\ f - R < t /\ (t < R - d \/ t < f).
Proof.
  intros HR Hk Hh Hl Hf E.
  assert (0 <= high * k) by (apply Z.mul_nonneg_nonneg; lia).
  assert (high * k <= (d - 1) * d) by (apply Z.mul_le_mono_nonneg; lia).
  assert (0 <= low * (R - d)) by (apply Z.mul_nonneg_nonneg; lia).
  assert (low * (R - d) <= (R - 1) * (R - d)) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (0 <= d * f) by (apply Z.mul_nonneg_nonneg; lia). repeat split.
  - apply Z.le_ngt. intros N. assert (R * (t + d + 1) <= 0) by (apply Z.mul_nonneg_nonpos; lia). lia.
  - assert (d * (R - f) < R * (R - f)) by (apply Z.mul_lt_mono_pos_r; lia). apply (cancel R); lia.
  - destruct (Z.le_gt_cases f (R - d)).
    + left. assert (d * f <= d * (R - d)) by (apply Z.mul_le_mono_nonneg_l; lia). apply (cancel R); lia.
    + right. assert ((R - d) * (R - d) <= (R - d) * f) by (apply Z.mul_le_mono_nonneg_l; lia). apply (cancel R); lia.
Qed.

Theorem full_remainder W d high low : 1 < W -> 2 ^ (W - 1) <= d < 2 ^ W -> 0 <= high < d -> fits W low ->
  high * reciprocal W d + high * 2 ^ W + low < 2 ^ W * 2 ^ W /\
  remainder_of_words W d high low = (high * 2 ^ W + low) mod d.
Proof.
  intros HW Hd Hh Hl. destruct (reciprocal_is W d HW Hd) as [Fv Hk]. unfold remainder_of_words. cbv zeta.
  assert (E2 : 2 ^ W = 2 * 2 ^ (W - 1)) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
  set (v := reciprocal W d) in *. clearbody v. unfold fits in *.
  set (est := high * v + high * 2 ^ W + low). set (R := 2 ^ W) in *. assert (HR : 0 < R) by lia.
  set (k := R * R - (v + R) * d) in *.
  assert (Be : 0 <= est < R * R).
  { assert (0 <= high * v) by nia. assert (0 <= high * R) by nia. split; [unfold est; lia|].
    assert (high * ((v + R) * d) <= high * (R * R)) by (apply Z.mul_le_mono_nonneg_l; lia).
    assert (high * (R * R) <= (d - 1) * (R * R)) by (apply Z.mul_le_mono_nonneg_r; nia).
    assert (d * low <= d * (R - 1)) by (apply Z.mul_le_mono_nonneg_l; lia).
    assert (d * R <= R * R) by nia. apply (cancel d); [lia|]. unfold est. lia. }
  split; [exact (proj2 Be)|].
  pose proof (Z.div_mod est R ltac:(lia)) as D. pose proof (Z.mod_pos_bound est R HR) as Bf.
  set (f := est mod R) in *. set (c := est / R) in *.
  set (t := high * R + low - (c + 1) * d).
  assert (ER : R * t = high * k + low * (R - d) + d * (f - R)).
  { unfold t, k. assert (Ec : R * c = est - f) by lia.
    replace (R * (high * R + low - (c + 1) * d)) with (R * (high * R + low) - d * (R * c) - R * d) by ring.
    rewrite Ec. unfold est. ring. }
  destruct (estimate_leaves R d k high low f t) as (L1 & L2 & U); try lia.
  assert (Er : sub W (sub W low d) (mul_low W c d) = t mod R).
  { unfold sub, mul_low. fold R. rewrite Zminus_mod_idemp_l, Zminus_mod_idemp_r.
    rewrite <- (Z.mod_add (low - d - c * d) high) by lia. f_equal. unfold t. ring. }
  rewrite Er. clearbody c f est k. clear D Be ER Er.
  assert (G : forall r, 0 <= r < d -> (exists n, r = high * R + low - n * d) -> r = (high * R + low) mod d).
  { intros r Hr [n ->]. apply (Z.mod_unique _ _ n); lia. }
  destruct (Z.lt_ge_cases t 0) as [N|N].
  - assert (T : t mod R = t + R) by (symmetry; apply (Z.mod_unique _ _ (-1)); lia). rewrite T.
    destruct (Z.ltb_spec f (t + R)); [|lia].
    assert (A : add W (t + R) d = t + d) by (unfold add; fold R; symmetry; apply (Z.mod_unique _ _ 1); lia).
    rewrite A, subtraction_by_minimum by (unfold fits; fold R; lia).
    destruct (Z.ltb_spec (t + d) d); [|lia]. apply G; [lia|]. exists c. unfold t. ring.
  - assert (T : t mod R = t) by (apply Z.mod_small; lia). rewrite T. destruct (Z.ltb_spec f t).
    + assert (A : add W t d = t + d) by (unfold add; fold R; apply Z.mod_small; lia).
      rewrite A, subtraction_by_minimum by (unfold fits; fold R; lia).
      destruct (Z.ltb_spec (t + d) d); [lia|]. apply G; [lia|]. exists (c + 1). unfold t. ring.
    + assert (A : add W t 0 = t) by (unfold add; rewrite Z.add_0_r; apply Z.mod_small; fold R; lia).
      rewrite A, subtraction_by_minimum by (unfold fits; fold R; lia).
      destruct (Z.ltb_spec t d); (apply G; [lia|]).
      * exists (c + 1). unfold t. ring.
      * exists (c + 2). unfold t. ring.
Qed.

(** The product of two vectors: u = x y 2^shift, d = q 2^shift. *)
Definition any_product W q x y :=
  let shift := full_normalisation W (length_of q) in let a := shift_left W x shift in
  shift_right shift (remainder_of_words W (shift_left W q shift) (mul_high W a y) (mul_low W a y)).

Theorem full_any_product W q x y : full W q -> 0 <= x < q -> 0 <= y < q -> any_product W q x y = (x * y) mod q.
Proof.
  intros F Hx Hy. destruct (full_size W q F) as (HW & HP & E & Hq).
  unfold any_product, full_normalisation, length_of, shift_right, shift_left. cbv zeta.
  pose proof (Z.log2_spec q ltac:(lia)) as S. pose proof (Z.log2_nonneg q).
  assert (Hs : 0 <= W - (Z.log2 q + 1)).
  { assert (Z.log2 q < W) by (apply Z.log2_lt_pow2; lia). lia. }
  set (s := W - (Z.log2 q + 1)) in *. pose proof (power_positive s Hs) as Hps.
  assert (P1 : 2 ^ W = 2 ^ (Z.log2 q + 1) * 2 ^ s) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (P2 : 2 ^ (W - 1) = 2 ^ Z.log2 q * 2 ^ s) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  rewrite <- Z.add_1_r in S. assert (D : 2 ^ (W - 1) <= q * 2 ^ s < 2 ^ W) by (rewrite P1, P2; nia).
  assert (A : x * 2 ^ s < q * 2 ^ s) by nia.
  rewrite (Z.mod_small (x * 2 ^ s)), (Z.mod_small (q * 2 ^ s)) by nia.
  assert (B : 0 <= x * 2 ^ s * y < q * 2 ^ s * 2 ^ W) by nia.
  pose proof (Z.div_mod (x * 2 ^ s * y) (2 ^ W) ltac:(lia)) as V.
  pose proof (Z.mod_pos_bound (x * 2 ^ s * y) (2 ^ W) ltac:(lia)).
  destruct (full_remainder W (q * 2 ^ s) (mul_high W (x * 2 ^ s) y) (mul_low W (x * 2 ^ s) y)) as [_ ->]; try lia.
  - unfold mul_high. split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia].
  - unfold mul_low, fits. lia.
  - unfold mul_high, mul_low. replace (x * 2 ^ s * y / 2 ^ W * 2 ^ W + (x * 2 ^ s * y) mod 2 ^ W) with (x * y * 2 ^ s) by lia.
    rewrite Z.mul_mod_distr_r by lia. apply Z.div_mul. lia.
Qed.

(** ** Section 22.6 *)

Definition full_montgomery W inverse q x y :=
  sub_modulo W q (mul_high W x y) (mul_high W (mul_low W (mul_low W x y) inverse) q).
Definition montgomery_sum W inverse q x y z :=
  sub_modulo W q (add_modulo W q (mul_high W x y) z) (mul_high W (mul_low W (mul_low W x y) inverse) q).

(** The high word of x y, the multiple m of q that has its low word, and the difference of the high words. *)
Lemma montgomery_words W q inverse x y : full W q -> (q * inverse) mod 2 ^ W = 1 -> 0 <= x < q -> fits W y ->
  let high := mul_high W x y in let u := mul_high W (mul_low W (mul_low W x y) inverse) q in
  0 <= high < q /\ 0 <= u < q /\ exists m, 2 ^ W * (high - u) = x * y - m * q.
Proof.
  intros F Hi Hx Hy. destruct (full_size W q F) as (HW & HP & E & Hq). cbv zeta. unfold mul_high, mul_low, fits in *.
  set (R := 2 ^ W) in *. assert (HR : 0 < R) by lia. rewrite Zmult_mod_idemp_l.
  pose proof (Z.mod_pos_bound (x * y * inverse) R HR) as Bm.
  assert (S : ((x * y * inverse) mod R * q) mod R = (x * y) mod R).
  { rewrite Zmult_mod_idemp_l. replace (x * y * inverse * q) with (x * y * (q * inverse)) by ring.
    rewrite <- Zmult_mod_idemp_r, Hi, Z.mul_1_r. reflexivity. }
  set (m := (x * y * inverse) mod R) in *. clearbody m.
  assert (0 <= x * y < q * R) by nia. assert (0 <= m * q < q * R) by nia.
  pose proof (Z.div_mod (x * y) R ltac:(lia)). pose proof (Z.div_mod (m * q) R ltac:(lia)).
  repeat split; try (apply Z.div_pos; lia); try (apply Z.div_lt_upper_bound; lia).
  exists m. rewrite Z.mul_sub_distr_l. lia.
Qed.

Theorem full_montgomery_product W q inverse x y : full W q -> (q * inverse) mod 2 ^ W = 1 -> 0 <= x < q -> fits W y ->
  let r := full_montgomery W inverse q x y in 0 <= r < q /\ (2 ^ W * r) mod q = (x * y) mod q.
Proof.
  intros F Hi Hx Hy. destruct (montgomery_words W q inverse x y F Hi Hx Hy) as (Hh & Hu & m & Em).
  destruct (full_size W q F) as (HW & HP & E & Hq). cbv zeta. unfold full_montgomery. rewrite full_sub by lia.
  split; [apply Z.mod_pos_bound; lia|]. rewrite Zmult_mod_idemp_r. apply (congruent _ _ _ m); lia.
Qed.

Theorem full_montgomery_sum W q inverse x y z : full W q -> (q * inverse) mod 2 ^ W = 1 -> 0 <= x < q -> fits W y ->
  0 <= z < q ->
  let r := montgomery_sum W inverse q x y z in 0 <= r < q /\ (2 ^ W * r) mod q = (x * y + 2 ^ W * z) mod q.
Proof.
  intros F Hi Hx Hy Hz. destruct (montgomery_words W q inverse x y F Hi Hx Hy) as (Hh & Hu & m & Em).
  destruct (full_size W q F) as (HW & HP & E & Hq). cbv zeta. unfold montgomery_sum.
  pose proof (full_add W q (mul_high W x y) z ltac:(lia) Hh Hz) as A.
  pose proof (Z.mod_pos_bound (mul_high W x y + z) q ltac:(lia)).
  rewrite full_sub by (rewrite ?A; lia). rewrite A, Zminus_mod_idemp_l.
  split; [apply Z.mod_pos_bound; lia|]. rewrite Zmult_mod_idemp_r. apply (congruent _ _ _ m); lia.
Qed.

(** ** Section 22.7 *)

Lemma any_difference W q x y : 0 <= (if x <? y then x - y + q else x - y) < 2 ^ W ->
  sub_modulo W q x y = (if x <? y then x - y + q else x - y).
Proof.
  unfold sub_modulo, add, sub. rewrite Zplus_mod_idemp_l.
  destruct (Z.ltb_spec x y); rewrite ?Z.add_0_r; apply Z.mod_small.
Qed.

Definition goldilocks low high :=
  let q := goldilocks_prime in
  let top := high / 2 ^ 32 in
  let middle := high mod 2 ^ 32 in
  let multiple := sub 64 (shift_left 64 high 32) middle in
  sub_modulo 64 q (sub_modulo 64 q low top) (sub 64 q multiple).

Theorem goldilocks_product x y : let q := goldilocks_prime in 0 <= x < q -> 0 <= y < q ->
  let z := goldilocks (mul_low 64 x y) (mul_high 64 x y) in 0 <= z < q /\ z mod q = (x * y) mod q.
Proof.
  unfold goldilocks, mul_low, mul_high. cbv zeta. assert (Q : goldilocks_prime = 2 ^ 64 - 2 ^ 32 + 1) by reflexivity.
  set (q := goldilocks_prime) in *. clearbody q. intros Hx Hy.
  assert (P : 0 <= x * y < 2 ^ 64 * 2 ^ 64) by nia. set (p := x * y) in *. clearbody p.
  pose proof (Z.div_mod p (2 ^ 64) ltac:(lia)) as Ep. pose proof (Z.mod_pos_bound p (2 ^ 64) eq_refl) as Hl.
  assert (Hh : 0 <= p / 2 ^ 64 < 2 ^ 64) by (split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]).
  set (low := p mod 2 ^ 64) in *. set (high := p / 2 ^ 64) in *. clearbody low high.
  pose proof (Z.div_mod high (2 ^ 32) ltac:(lia)) as Eh. pose proof (Z.mod_pos_bound high (2 ^ 32) eq_refl) as Hm.
  assert (Ht : 0 <= high / 2 ^ 32 < 2 ^ 32) by (split; [apply Z.div_pos; lia | apply Z.div_lt_upper_bound; lia]).
  set (top := high / 2 ^ 32) in *. set (middle := high mod 2 ^ 32) in *. clearbody top middle.
  assert (Em : sub 64 (shift_left 64 high 32) middle = (2 ^ 32 - 1) * middle).
  { unfold sub, shift_left. rewrite Zminus_mod_idemp_l.
    replace (high * 2 ^ 32 - middle) with ((2 ^ 32 - 1) * middle + top * 2 ^ 64) by lia.
    rewrite Z.mod_add by lia. apply Z.mod_small. lia. }
  rewrite Em. set (m := (2 ^ 32 - 1) * middle) in *.
  assert (Eq : sub 64 q m = q - m) by (unfold sub; apply Z.mod_small; lia).
  rewrite Eq, (any_difference 64 _ low top) by (destruct (Z.ltb_spec low top); lia).
  assert (D : exists e d, (if low <? top then low - top + q else low - top) = d /\
    0 <= d < 2 ^ 64 /\ d = low - top + e * q).
  { destruct (Z.ltb_spec low top); [exists 1 | exists 0]; eexists; (split; [reflexivity | lia]). }
  destruct D as (e & d & -> & Hd & Ed).
  rewrite any_difference by (destruct (Z.ltb_spec d (q - m)); lia).
  destruct (Z.ltb_spec d (q - m)); split; try lia.
  - apply (congruent _ _ _ (middle + (2 ^ 32 + 1) * top - e)); lia.
  - apply (congruent _ _ _ (middle + (2 ^ 32 + 1) * top - e + 1)); lia.
Qed.
