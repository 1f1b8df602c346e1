(** Montgomery's product of words, R = 2^64: sections 20.1 and 20.2 of docs/bounds/words.md, after
    src/arith/montgomery/word_product.hpp. *)
From Ringlet Require Import Words Limbs52.

(** What both products compute: a number next to zero that is x y / R modulo q. *)
Lemma canonical_quotient q t r k : 0 < q < 2 ^ 62 -> 2 ^ 64 * r = t - k * q -> - q < r < q ->
  let z := add_if_negative 64 (r mod 2 ^ 64) q in 0 <= z < q /\ (2 ^ 64 * z) mod q = t mod q.
Proof.
  intros Hq E Hr. cbv zeta. destruct (Z.ltb_spec r 0).
  - destruct (subtract_modulo 64 0 (- r) q) as [S _]; try lia.
    unfold sub in S. replace (0 - - r) with r in S by ring. rewrite S.
    rewrite <- (Z.mod_unique r q (-1) (r + q)) by lia. split; [lia|]. apply (congruent _ _ _ (k - 2 ^ 64)); lia.
  - destruct (subtract_modulo 64 r 0 q) as [S _]; try lia.
    unfold sub in S. replace (r - 0) with r in S by ring. rewrite S, Z.mod_small by lia.
    split; [lia|]. apply (congruent _ _ _ k); lia.
Qed.

(** ** Section 20.1 *)

Definition reduce_product inverse q low high :=
  add_if_negative 64 (sub 64 high (mul_high 64 (mul_low 64 low inverse) q)) q.

Definition word_montgomery inverse q x y := reduce_product inverse q (mul_low 64 x y) (mul_high 64 x y).

Definition word_montgomery_sum inverse q x y z :=
  reduce_product inverse q (mul_low 64 x y) (subtract_once 64 (add 64 (mul_high 64 x y) z) q).

Lemma same_low B q inverse t : 0 < B -> (q * inverse) mod B = 1 -> ((t * inverse) mod B * q) mod B = t mod B.
Proof.
  intros HB Hi. rewrite Zmult_mod_idemp_l. replace (t * inverse * q) with (t * (q * inverse)) by ring.
  rewrite <- Zmult_mod_idemp_r, Hi, Z.mul_1_r. reflexivity.
Qed.

Lemma product_room q x y : 0 < q < 2 ^ 62 -> 0 <= x < q -> 0 <= y < 4 * q -> 0 <= x * y < q * 2 ^ 64.
Proof. intros. assert (0 <= x * y <= q * y) by (split; [lia|apply Z.mul_le_mono_nonneg_r; lia]). nia. Qed.

Lemma reduce_product_is q inverse low high : 0 < q < 2 ^ 62 -> (q * inverse) mod 2 ^ 64 = 1 ->
  0 <= low < 2 ^ 64 -> 0 <= high < q ->
  let z := reduce_product inverse q low high in 0 <= z < q /\ (2 ^ 64 * z) mod q = (low + 2 ^ 64 * high) mod q.
Proof.
  intros Hq Hi Hl Hh. cbv zeta. unfold reduce_product, mul_high, mul_low, sub.
  pose proof (same_low (2 ^ 64) q inverse low eq_refl Hi) as E. rewrite (Z.mod_small low) in E by lia.
  pose proof (Z.mod_pos_bound (low * inverse) (2 ^ 64) eq_refl) as Hm.
  set (m := (low * inverse) mod 2 ^ 64) in *. clearbody m.
  assert (Hmq : 0 <= m * q <= (2 ^ 64 - 1) * q) by (split; [lia|apply Z.mul_le_mono_nonneg_r; lia]).
  pose proof (Z.div_mod (m * q) (2 ^ 64) ltac:(lia)). pose proof (floor (m * q) (2 ^ 64) eq_refl).
  apply (canonical_quotient q (low + 2 ^ 64 * high) _ m); lia.
Qed.

(** The two words of a product. *)
Lemma product_words q x y : 0 < q < 2 ^ 62 -> 0 <= x < q -> 0 <= y < 4 * q ->
  x * y = mul_low 64 x y + 2 ^ 64 * mul_high 64 x y /\ 0 <= mul_low 64 x y < 2 ^ 64 /\ 0 <= mul_high 64 x y < q.
Proof.
  intros Hq Hx Hy. pose proof (product_room q x y Hq Hx Hy) as Ht. unfold mul_low, mul_high.
  pose proof (Z.div_mod (x * y) (2 ^ 64) ltac:(lia)). pose proof (Z.mod_pos_bound (x * y) (2 ^ 64) eq_refl).
  pose proof (floor (x * y) (2 ^ 64) eq_refl). lia.
Qed.

Theorem word_montgomery_product q inverse x y : 0 < q < 2 ^ 62 -> (q * inverse) mod 2 ^ 64 = 1 ->
  0 <= x < q -> 0 <= y < 4 * q ->
  let z := word_montgomery inverse q x y in 0 <= z < q /\ (2 ^ 64 * z) mod q = (x * y) mod q.
Proof.
  intros Hq Hi Hx Hy. destruct (product_words q x y Hq Hx Hy) as [E [Hl Hh]]. cbv zeta. rewrite E.
  exact (reduce_product_is q inverse _ _ Hq Hi Hl Hh).
Qed.

Theorem word_montgomery_sum_of_product q inverse x y z : 0 < q < 2 ^ 62 -> (q * inverse) mod 2 ^ 64 = 1 ->
  0 <= x < q -> 0 <= y < 4 * q -> 0 <= z < q ->
  let s := word_montgomery_sum inverse q x y z in 0 <= s < q /\ (2 ^ 64 * s) mod q = (x * y + 2 ^ 64 * z) mod q.
Proof.
  intros Hq Hi Hx Hy Hz. destruct (product_words q x y Hq Hx Hy) as [E [Hl Hh]]. cbv zeta. unfold word_montgomery_sum.
  set (low := mul_low 64 x y) in *. set (high := mul_high 64 x y) in *. clearbody low high. rewrite E. clear E.
  assert (Ha : add 64 high z = high + z) by (unfold add; apply Z.mod_small; lia). rewrite Ha.
  destruct (subtract_once_is 64 (high + z) q) as [-> _]; try lia. destruct (Z.ltb_spec (high + z) q).
  - destruct (reduce_product_is q inverse low (high + z) Hq Hi Hl ltac:(lia)) as [R C]. split; [exact R|].
    rewrite C. apply (congruent _ _ _ 0); lia.
  - destruct (reduce_product_is q inverse low (high + z - q) Hq Hi Hl ltac:(lia)) as [R C]. split; [exact R|].
    rewrite C. apply (congruent _ _ _ (2 ^ 64)); lia.
Qed.

(** ** Section 20.2 *)

Definition word_montgomery52 inverse q x y :=
  let top := q / 2 ^ 52 in let x1 := x / 2 ^ 52 in let y1 := y / 2 ^ 52 in
  let m0 := madd52_low 0 (madd52_low 0 x y) inverse in
  let product := madd52_low (madd52_low (madd52_high 0 x y) x y1) x1 y in
  let multiple := madd52_low (madd52_high 0 m0 q) m0 top in
  let low := sub 64 product multiple in
  let m1 := madd52_low 0 low (shift_left 64 inverse 40) in
  let product_top := madd52_low (madd52_high (madd52_high 0 x y1) x1 y) x1 y1 in
  let multiple_top := madd52_low (madd52_high 0 m0 top) (shift_right 40 m1) top in
  let high := shift_left 64 (sub 64 product_top multiple_top) 40 in
  let sum := add 64 (shift_right_signed 12 low) high in
  add_if_negative 64 (sub 64 sum (madd52_high 0 m1 q)) q.

Lemma madd_low_0 x y : madd52_low 0 x y = lane (low52 x * low52 y mod 2 ^ 52).
Proof. reflexivity. Qed.

Lemma madd_high_0 x y : madd52_high 0 x y = lane (low52 x * low52 y / 2 ^ 52).
Proof. reflexivity. Qed.

Lemma sub_lanes a b : sub 64 (lane a) (lane b) = lane (a - b).
Proof. unfold sub, lane. rewrite <- Zminus_mod. reflexivity. Qed.

(** The two halves of a product of limbs. *)
Lemma halves a b : low52 a * low52 b = 2 ^ 52 * (low52 a * low52 b / 2 ^ 52) + low52 a * low52 b mod 2 ^ 52.
Proof. apply Z.div_mod. lia. Qed.

Lemma split52 x : 0 <= x < 2 ^ 64 -> x = low52 x + 2 ^ 52 * (x / 2 ^ 52) /\ 0 <= x / 2 ^ 52 < 2 ^ 12 /\
  low52 (x / 2 ^ 52) = x / 2 ^ 52.
Proof.
  intros Hx. pose proof (Z.div_mod x (2 ^ 52) ltac:(lia)). pose proof (floor x (2 ^ 52) eq_refl).
  assert (0 <= x / 2 ^ 52 < 2 ^ 12) by lia. repeat split; try lia.
  - unfold low52. lia.
  - apply low52_small. lia.
Qed.

(** The digit of the second step, times 2^40. *)
Lemma shifted_digit u inverse : low52 u * low52 (shift_left 64 inverse 40) mod 2 ^ 52 = 2 ^ 40 * ((u * inverse) mod 2 ^ 12).
Proof.
  unfold shift_left. rewrite low52_of_lane. unfold low52. rewrite <- Zmult_mod.
  replace (u * (inverse * 2 ^ 40)) with (u * inverse * 2 ^ 40) by ring.
  change (2 ^ 52) with (2 ^ 12 * 2 ^ 40). rewrite Z.mul_mod_distr_r by lia. ring.
Qed.

(** The two steps on whole numbers: their digits m and d, and the limbs of both products. *)
Lemma two_steps q inverse x y : 0 < q < 2 ^ 62 -> (q * inverse) mod 2 ^ 64 = 1 -> 0 <= x < q -> 0 <= y < 4 * q ->
  let x0 := low52 x in let x1 := x / 2 ^ 52 in let y0 := low52 y in let y1 := y / 2 ^ 52 in
  let q0 := low52 q in let q1 := q / 2 ^ 52 in
  let m := (x0 * y0 mod 2 ^ 52 * low52 inverse) mod 2 ^ 52 in
  let u := x0 * y0 / 2 ^ 52 + x0 * y1 mod 2 ^ 52 + x1 * y0 mod 2 ^ 52 - (m * q0 / 2 ^ 52 + m * q1 mod 2 ^ 52) in
  let d := (u * inverse) mod 2 ^ 12 in
  let v := x0 * y1 / 2 ^ 52 + x1 * y0 / 2 ^ 52 + x1 * y1 - (m * q1 / 2 ^ 52 + d * q1) in
  let r := u / 2 ^ 12 + v * 2 ^ 40 - d * q0 / 2 ^ 12 in
  2 ^ 64 * r = x * y - (m + 2 ^ 52 * d) * q /\ - q < r < q.
Proof.
  intros Hq Hi Hx Hy. cbv zeta. pose proof (product_room q x y Hq Hx Hy) as Ht.
  destruct (split52 x ltac:(lia)) as [Ex [Hx1 _]]. destruct (split52 y ltac:(lia)) as [Ey [Hy1 _]].
  destruct (split52 q ltac:(lia)) as [Eq [Hq1 _]].
  pose proof (low52_range x). pose proof (low52_range y). pose proof (low52_range q).
  assert (Em : (low52 x * low52 y mod 2 ^ 52 * low52 inverse) mod 2 ^ 52 = (x * y * inverse) mod 2 ^ 52).
  { unfold low52. rewrite Zmult_mod_idemp_r, Zmult_mod_idemp_l, <- (Zmult_mod_idemp_l (x * y)), (Zmult_mod x y).
    rewrite Zmult_mod_idemp_l. reflexivity. }
  rewrite Em. clear Em.
  assert (I52 : (q * inverse) mod 2 ^ 52 = 1) by (rewrite <- (mod_of_mod _ 52 64), Hi by lia; reflexivity).
  assert (I12 : (q * inverse) mod 2 ^ 12 = 1) by (rewrite <- (mod_of_mod _ 12 64), Hi by lia; reflexivity).
  pose proof (same_low (2 ^ 52) q inverse (x * y) eq_refl I52) as Lm.
  pose proof (Z.mod_pos_bound (x * y * inverse) (2 ^ 52) eq_refl) as Hm.
  set (m := (x * y * inverse) mod 2 ^ 52) in *. clearbody m.
  set (x0 := low52 x) in *. set (y0 := low52 y) in *. set (q0 := low52 q) in *.
  set (x1 := x / 2 ^ 52) in *. set (y1 := y / 2 ^ 52) in *. set (q1 := q / 2 ^ 52) in *.
  clearbody x0 y0 q0 x1 y1 q1.
  assert (L : (m * q0) mod 2 ^ 52 = (x0 * y0) mod 2 ^ 52).
  { rewrite <- (Z.mod_add (m * q0) (m * q1)), <- (Z.mod_add (x0 * y0) (x0 * y1 + x1 * y0 + x1 * y1 * 2 ^ 52)) by lia.
    replace (m * q0 + m * q1 * 2 ^ 52) with (m * q) by (rewrite Eq; ring).
    replace (x0 * y0 + (x0 * y1 + x1 * y0 + x1 * y1 * 2 ^ 52) * 2 ^ 52) with (x * y) by (rewrite Ex, Ey; ring).
    exact Lm. }
  pose proof (Z.div_mod (x0 * y0) (2 ^ 52) ltac:(lia)) as D1. pose proof (Z.div_mod (x0 * y1) (2 ^ 52) ltac:(lia)) as D2.
  pose proof (Z.div_mod (x1 * y0) (2 ^ 52) ltac:(lia)) as D3. pose proof (Z.div_mod (m * q0) (2 ^ 52) ltac:(lia)) as D4.
  pose proof (Z.div_mod (m * q1) (2 ^ 52) ltac:(lia)) as D5.
  rewrite L in D4.
  set (a := x0 * y0 / 2 ^ 52) in *. set (b := x0 * y1 / 2 ^ 52) in *. set (c := x1 * y0 / 2 ^ 52) in *.
  set (e := m * q0 / 2 ^ 52) in *. set (f := m * q1 / 2 ^ 52) in *.
  set (l := (x0 * y0) mod 2 ^ 52) in *. set (b0 := (x0 * y1) mod 2 ^ 52) in *. set (c0 := (x1 * y0) mod 2 ^ 52) in *.
  set (f0 := (m * q1) mod 2 ^ 52) in *. clearbody a b c e f l b0 c0 f0.
  set (u := a + b0 + c0 - (e + f0)).
  pose proof (same_low (2 ^ 12) q inverse u eq_refl I12) as Ld.
  pose proof (Z.mod_pos_bound (u * inverse) (2 ^ 12) eq_refl) as Hd.
  set (d := (u * inverse) mod 2 ^ 12) in *. clearbody d.
  assert (K : (d * q0) mod 2 ^ 12 = u mod 2 ^ 12).
  { rewrite <- Ld, <- (Z.mod_add (d * q0) (d * q1 * 2 ^ 40)) by lia. f_equal. rewrite Eq. ring. }
  pose proof (Z.div_mod u (2 ^ 12) ltac:(lia)) as D6. pose proof (Z.div_mod (d * q0) (2 ^ 12) ltac:(lia)) as D7.
  rewrite K in D7. set (g := d * q0 / 2 ^ 12) in *. set (h := u / 2 ^ 12) in *. set (s := u mod 2 ^ 12) in *.
  clearbody g h s.
  set (r := h + (b + c + x1 * y1 - (f + d * q1)) * 2 ^ 40 - g).
  assert (E : 2 ^ 64 * r = x * y - (m + 2 ^ 52 * d) * q).
  { assert (Et : x * y = x0 * y0 + 2 ^ 52 * (x0 * y1 + x1 * y0) + 2 ^ 104 * (x1 * y1)) by (rewrite Ex, Ey; ring).
    assert (Eqm : m * q = m * q0 + 2 ^ 52 * (m * q1)) by (rewrite Eq; ring).
    assert (Eqd : d * q = d * q0 + 2 ^ 52 * (d * q1)) by (rewrite Eq; ring).
    rewrite Z.mul_add_distr_r, <- Z.mul_assoc, Eqm, Eqd, Et. unfold r, u in *. clear - D1 D2 D3 D4 D5 D6 D7. lia. }
  split; [exact E|]. set (k := m + 2 ^ 52 * d) in *.
  assert (Hk : 0 <= k <= 2 ^ 64 - 1) by lia. clearbody k r.
  assert (0 <= k * q <= (2 ^ 64 - 1) * q) by (split; [lia|apply Z.mul_le_mono_nonneg_r; lia]). lia.
Qed.

Theorem word_montgomery52_product q inverse x y : 0 < q < 2 ^ 62 -> (q * inverse) mod 2 ^ 64 = 1 ->
  0 <= x < q -> 0 <= y < 4 * q ->
  let z := word_montgomery52 inverse q x y in 0 <= z < q /\ (2 ^ 64 * z) mod q = (x * y) mod q.
Proof.
  intros Hq Hi Hx Hy. pose proof (two_steps q inverse x y Hq Hi Hx Hy) as S. cbv zeta in *. unfold word_montgomery52.
  cbv zeta. destruct (split52 x ltac:(lia)) as [_ [Hx1 Lx]]. destruct (split52 y ltac:(lia)) as [_ [Hy1 Ly]].
  destruct (split52 q ltac:(lia)) as [_ [Hq1 Lq]].
  rewrite !madd_low_0, !madd_high_0, !madd_low_lane, !low52_lane, Lx, Ly, Lq.
  set (x1 := x / 2 ^ 52) in *. set (y1 := y / 2 ^ 52) in *. set (q1 := q / 2 ^ 52) in *. clearbody x1 y1 q1.
  rewrite (low52_small (low52 x * low52 y mod 2 ^ 52)) by (apply Z.mod_pos_bound; lia).
  set (m := (low52 x * low52 y mod 2 ^ 52 * low52 inverse) mod 2 ^ 52) in *.
  assert (Hm : 0 <= m < 2 ^ 52) by (apply Z.mod_pos_bound; lia). rewrite (low52_small m Hm).
  rewrite sub_lanes, low52_lane, !shifted_digit.
  set (u := low52 x * low52 y / 2 ^ 52 + (low52 x * y1) mod 2 ^ 52 + (x1 * low52 y) mod 2 ^ 52 -
            (m * low52 q / 2 ^ 52 + (m * q1) mod 2 ^ 52)) in *.
  set (d := (u * inverse) mod 2 ^ 12) in *.
  assert (Hd : 0 <= d < 2 ^ 12) by (apply Z.mod_pos_bound; lia).
  assert (Hu : - 2 ^ 63 <= u < 2 ^ 63).
  { unfold u. pose proof (low52_range x). pose proof (low52_range y). pose proof (low52_range q).
    pose proof (Z.mod_pos_bound (low52 x * y1) (2 ^ 52) eq_refl).
    pose proof (Z.mod_pos_bound (x1 * low52 y) (2 ^ 52) eq_refl). pose proof (Z.mod_pos_bound (m * q1) (2 ^ 52) eq_refl).
    assert (0 <= low52 x * low52 y <= 2 ^ 52 * 2 ^ 52) by (split; [lia|apply Z.mul_le_mono_nonneg; lia]).
    assert (0 <= m * low52 q <= 2 ^ 52 * 2 ^ 52) by (split; [lia|apply Z.mul_le_mono_nonneg; lia]).
    pose proof (floor (low52 x * low52 y) (2 ^ 52) eq_refl). pose proof (floor (m * low52 q) (2 ^ 52) eq_refl). lia. }
  clearbody u d.
  assert (E40 : low52 (2 ^ 40 * d) = 2 ^ 40 * d) by (apply low52_small; lia).
  assert (Ed : shift_right 40 (lane (2 ^ 40 * d)) = d).
  { unfold shift_right. rewrite lane_small by lia. rewrite Z.mul_comm, Z.div_mul by lia. reflexivity. }
  assert (Ld : low52 d = d) by (apply low52_small; lia).
  assert (Eg : 2 ^ 40 * d * low52 q / 2 ^ 52 = d * low52 q / 2 ^ 12).
  { change (2 ^ 52) with (2 ^ 40 * 2 ^ 12). rewrite <- Z.mul_assoc, Z.div_mul_cancel_l by lia. reflexivity. }
  rewrite ?madd_high_lane, ?madd_low_lane, ?low52_lane, Ed, ?Lx, ?Ly, ?Lq, ?Ld, ?E40, ?(low52_small m Hm), Eg.
  rewrite (Z.mod_small (x1 * y1)), (Z.mod_small (d * q1)) by nia.
  rewrite (shift_right_lane 12 u Hu), !sub_lanes, shift_left_lane, add_lanes, sub_lanes.
  destruct S as [E B]. exact (canonical_quotient q (x * y) _ _ Hq E B).
Qed.
