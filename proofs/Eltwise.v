(** How element-wise operations combine products, reductions and conditional subtractions: section 9.1 of
    docs/bounds/words.md. *)
From Ringlet Require Import Words Constants Shoup Barrett Pairs.

(** Conditional subtraction by a minimum, by a sign or by a borrow. *)
Definition conditional W (once : Z -> Z -> Z) :=
  forall x step, 0 < step <= 2 ^ (W - 1) -> 0 <= x < 2 * step -> once x step = if x <? step then x else x - step.

Theorem subtractions_are_conditional W : 0 < W ->
  conditional W (subtract_once W) /\ conditional W (subtract_by_sign W).
Proof. intros HW. split; intros x step Hs Hx; destruct (subtract_once_is W x step HW Hs Hx); assumption. Qed.

(** canonical_word: reduces a word below 2^n q. *)
Fixpoint canonical_word (once : Z -> Z -> Z) (n : nat) q x :=
  match n with O => x | S k => canonical_word once k q (once x (2 ^ Z.of_nat k * q)) end.
Definition steps_of factor := Z.to_nat (Z.log2 factor).

(** Shoup::finish: reduces from below bound / 256 times q to below Factor q. Its largest step may exceed 2^(W-1). *)
Fixpoint largest_step (fuel : nat) bound step :=
  match fuel with O => step | S k => if 2 * step * 256 <? bound then largest_step k bound (2 * step) else step end.
Definition finish_step W (once : Z -> Z -> Z) Capacity q step x :=
  if step <=? Capacity / 2 then once x (step * q) else subtract_once W x (step * q).
Fixpoint shoup_finish (fuel : nat) W once Capacity q Factor bound x :=
  match fuel with
  | O => x
  | S k => if bound <=? Factor * 256 then x else
      let step := largest_step k bound 1 in
      shoup_finish k W once Capacity q Factor (step * 256) (finish_step W once Capacity q step x)
  end.

Lemma half_word W : 0 < W -> 2 ^ W = 2 * 2 ^ (W - 1).
Proof. intros. rewrite <- Z.pow_succ_r by lia. f_equal. lia. Qed.

Lemma below_q x q r : 0 < q -> r mod q = x mod q -> 0 <= r < q -> r = x mod q.
Proof. intros Hq E Hr. rewrite <- E. symmetry. apply Z.mod_small. exact Hr. Qed.

Lemma once_subtracted x m q k : 0 < q -> m = k * q -> 0 <= x < 2 * m ->
  let r := if x <? m then x else x - m in 0 <= r < m /\ r mod q = x mod q.
Proof.
  intros Hq Hm Hx. cbv zeta. destruct (Z.ltb_spec x m); (split; [lia|]); [reflexivity|].
  apply (congruent _ _ _ k); lia.
Qed.

Theorem canonical_word_is W once n q x : 0 < W -> conditional W once -> 0 < q -> 2 ^ Z.of_nat n * q <= 2 ^ W ->
  0 <= x < 2 ^ Z.of_nat n * q -> canonical_word once n q x = x mod q.
Proof.
  intros HW Ho Hq. pose proof (half_word W HW) as E. revert x. induction n as [|n IH]; intros x Hfit Hx.
  - cbn [canonical_word]. symmetry. apply Z.mod_small. change (2 ^ Z.of_nat 0) with 1 in Hx. lia.
  - rewrite Nat2Z.inj_succ, Z.pow_succ_r in Hfit, Hx by lia. cbn [canonical_word].
    pose proof (power_positive (Z.of_nat n) ltac:(lia)) as P. set (m := 2 ^ Z.of_nat n * q) in *.
    assert (0 < m) by (apply Z.mul_pos_pos; lia).
    replace (2 * 2 ^ Z.of_nat n * q) with (2 * m) in Hfit, Hx by (unfold m; ring).
    rewrite Ho by lia. destruct (once_subtracted x m q (2 ^ Z.of_nat n) Hq eq_refl Hx) as [R C].
    rewrite IH; [exact C|lia|exact R].
Qed.

Lemma largest_step_is f bound : (f <= 2)%nat -> 256 < bound <= 2 ^ Z.of_nat (S f) * 256 ->
  let step := largest_step f bound 1 in 1 <= step <= 2 ^ Z.of_nat f /\ step * 256 < bound <= 2 * step * 256.
Proof.
  intros Hf Hb. assert (f = 0 \/ f = 1 \/ f = 2)%nat as [->|[->| ->]] by lia; cbn [largest_step] in *; cbn in Hb |- *.
  - lia.
  - destruct (Z.ltb_spec 512 bound); lia.
  - destruct (Z.ltb_spec 512 bound); [|lia]. destruct (Z.ltb_spec 1024 bound); lia.
Qed.

(** For any bound up to 8 q, even if that does not fit a word. *)
Theorem shoup_finish_is W once Capacity q Factor : 0 < W -> conditional W once -> 0 < q -> 4 <= Capacity ->
  Capacity * q <= 2 ^ W -> 1 <= Factor -> forall fuel bound x, (fuel <= 3)%nat -> bound <= 2 ^ Z.of_nat fuel * 256 ->
  fits W x -> below q bound x ->
  let r := shoup_finish fuel W once Capacity q Factor bound x in 0 <= r < Factor * q /\ r mod q = x mod q.
Proof.
  intros HW Ho Hq HC Hfit HF. pose proof (half_word W HW) as EW. unfold below.
  assert (HqF : q <= Factor * q) by nia. assert (H4q : 4 * q <= Capacity * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  induction fuel as [|f IH]; intros bound x Hf Hb Hw Hx; cbn [shoup_finish].
  - change (2 ^ Z.of_nat 0) with 1 in Hb. assert (bound * q <= 256 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
    split; [lia|reflexivity].
  - destruct (Z.leb_spec bound (Factor * 256)).
    + assert (bound * q <= Factor * 256 * q) by (apply Z.mul_le_mono_nonneg_r; lia). split; [lia|reflexivity].
    + destruct (largest_step_is f bound ltac:(lia) ltac:(lia)) as [Hs Hsb].
      set (step := largest_step f bound 1) in *. clearbody step.
      assert (Hp : 2 ^ Z.of_nat f <= 2 ^ 2) by (apply Z.pow_le_mono_r; lia).
      assert (Hx2 : 0 <= x < 2 * (step * q)).
      { assert (bound * q <= 2 * step * 256 * q) by (apply Z.mul_le_mono_nonneg_r; lia). lia. }
      assert (Hm : 0 < step * q) by lia. assert (step * q <= 4 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
      assert (E : finish_step W once Capacity q step x = if x <? step * q then x else x - step * q).
      { unfold finish_step. destruct (Z.leb_spec step (Capacity / 2)) as [Hh|Hh].
        - apply Ho; [|exact Hx2]. pose proof (floor Capacity 2 ltac:(lia)).
          assert (2 * step * q <= Capacity * q) by (apply Z.mul_le_mono_nonneg_r; lia). lia.
        - apply subtraction_by_minimum; [exact Hw|lia]. }
      rewrite E. destruct (once_subtracted x (step * q) q step Hq eq_refl Hx2) as [R C]. rewrite <- C.
      apply IH; [lia|lia|unfold fits in *; lia|lia].
Qed.

Lemma finished_is W once Capacity q bound x n : 0 < W -> conditional W once -> 0 < q -> 4 <= Capacity ->
  Capacity * q <= 2 ^ W -> bound <= 8 * 256 -> fits W x -> below q bound x -> x mod q = n mod q ->
  shoup_finish 3 W once Capacity q 1 bound x = n mod q.
Proof.
  intros HW Ho Hq HC Hfit Hb Hw Hx E.
  destruct (shoup_finish_is W once Capacity q 1 HW Ho Hq HC Hfit ltac:(lia) 3%nat bound x ltac:(lia) Hb Hw Hx) as [R C].
  apply below_q; [exact Hq|rewrite C; exact E|lia].
Qed.

(** ** Shoup *)

(** Operands that a product does not take as they are become canonical. Products with room [room] take f x and g y if
    f g <= room. *)
Definition shoup_operand W once Capacity q room Factor product_of_factors x :=
  if room <? product_of_factors then shoup_finish 3 W once Capacity q 1 (Factor * 256) x else x.
Definition shoup_mul (product : Z -> Z -> Z) bound room W once Capacity q Factor x y :=
  shoup_finish 3 W once Capacity q 1 bound
    (product (shoup_operand W once Capacity q room Factor (Factor * Factor) x)
       (shoup_operand W once Capacity q room Factor Factor y)).

Lemma shoup_operand_is W once Capacity q room Factor n x : 0 < W -> conditional W once -> 0 < q -> 4 <= Capacity ->
  Capacity * q <= 2 ^ W -> 1 <= Factor <= 8 -> fits W x -> 0 <= x < Factor * q ->
  let r := shoup_operand W once Capacity q room Factor n x in
  r mod q = x mod q /\ 0 <= r < (if room <? n then 1 else Factor) * q.
Proof.
  intros HW Ho Hq HC Hfit HF Hw Hx. cbv zeta. unfold shoup_operand.
  destruct (Z.ltb_spec room n); [|split; [reflexivity|exact Hx]].
  rewrite (finished_is W once Capacity q (Factor * 256) x x) by (unfold below; lia || assumption || reflexivity).
  rewrite Z.mod_mod by lia. split; [reflexivity|]. pose proof (Z.mod_pos_bound x q Hq). lia.
Qed.

Lemma shoup_mul_is product bound room W once Capacity q Factor x y : 0 < W -> conditional W once -> 0 < q ->
  4 <= Capacity -> Capacity * q <= 2 ^ W -> bound <= 8 * 256 -> bound * q <= 256 * 2 ^ W -> 1 <= room ->
  Factor = 1 \/ Factor = 2 \/ Factor = 4 ->
  (forall f g u v, 1 <= f <= 4 -> 1 <= g <= 4 -> f <= Factor -> g <= Factor -> f * g <= room -> 0 <= u < f * q ->
   0 <= v < g * q -> product u v mod q = (u * v) mod q /\ below q bound (product u v)) ->
  fits W x -> fits W y -> 0 <= x < Factor * q -> 0 <= y < Factor * q ->
  shoup_mul product bound room W once Capacity q Factor x y = (x * y) mod q.
Proof.
  intros HW Ho Hq HC Hfit Hb Hbq Hroom HF Hp Hwx Hwy Hx Hy. unfold shoup_mul.
  destruct (shoup_operand_is W once Capacity q room Factor (Factor * Factor) x) as [Ex Rx]; try assumption; try lia.
  destruct (shoup_operand_is W once Capacity q room Factor Factor y) as [Ey Ry]; try assumption; try lia.
  set (u := shoup_operand _ _ _ _ _ _ _ x) in *. set (v := shoup_operand _ _ _ _ _ _ _ y) in *. clearbody u v.
  destruct (Hp (if room <? Factor * Factor then 1 else Factor) (if room <? Factor then 1 else Factor) u v) as [E B];
    try assumption.
  - destruct (room <? Factor * Factor); lia.
  - destruct (room <? Factor); lia.
  - destruct (room <? Factor * Factor); lia.
  - destruct (room <? Factor); lia.
  - destruct (Z.ltb_spec room (Factor * Factor)); destruct (Z.ltb_spec room Factor); destruct HF as [->|[->| ->]]; lia.
  - apply finished_is; try assumption.
    + unfold fits, below in *. lia.
    + rewrite E, Z.mul_mod, Ex, Ey, <- Z.mul_mod by lia. reflexivity.
Qed.

(** The factor of Barrett's product: operands become canonical unless it takes both as they are. *)
Definition barrett_factor room Factor := if Factor * Factor <=? room then Factor else 1.

Lemma barrett_room_is Capacity short : 1 <= barrett_room Capacity short.
Proof. unfold barrett_room. destruct (barrett_lazy_capacity short <=? Capacity); lia. Qed.

Lemma barrett_factor_is Capacity short Factor f g : Factor = 1 \/ Factor = 2 \/ Factor = 4 ->
  1 <= f <= Factor -> 1 <= g <= Factor -> f * g <= barrett_room Capacity short ->
  let F := barrett_factor (barrett_room Capacity short) Factor in
  barrett_takes Capacity short F /\ f <= F /\ g <= F.
Proof.
  unfold barrett_takes, barrett_room, barrett_factor. intros HF Hf Hg Hfg.
  destruct (barrett_lazy_capacity short <=? Capacity); destruct HF as [->|[->| ->]]; cbn in *; nia.
Qed.

(** The product x y of lazy operands, for words and 128-bit words. *)
Theorem eltwise_product_exact bytes once b q Factor x y Capacity : let W := 8 * bytes in
  0 < bytes -> 2 <= b -> 4 <= Capacity -> Capacity * 2 ^ b <= 2 ^ W -> 2 ^ (b - 1) <= q < 2 ^ b -> conditional W once ->
  Factor = 1 \/ Factor = 2 \/ Factor = 4 -> 0 <= x < Factor * q -> 0 <= y < Factor * q ->
  let room := barrett_room Capacity exact_shortfall in
  shoup_mul (barrett_product (mul_high W) bytes (barrett_factor room Factor) b q)
    (barrett_bound Capacity exact_shortfall) room W once Capacity q Factor x y = (x * y) mod q.
Proof.
  cbv zeta. intros Hby Hb HC Hfit Hq Ho HF Hx Hy. pose proof (power_positive (b - 1) ltac:(lia)).
  assert (Hcq : Capacity * q <= Capacity * 2 ^ b) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (H4q : 4 * q <= Capacity * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (HFq : Factor * q <= 4 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (HB : barrett_bound Capacity exact_shortfall <= 3 * 256).
  { unfold barrett_bound, exact_shortfall. cbn. destruct (8 <=? Capacity); lia. }
  assert (HBq : barrett_bound Capacity exact_shortfall * q <= 3 * 256 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  pose proof (barrett_room_is Capacity exact_shortfall) as Hroom.
  apply shoup_mul_is; try assumption; try lia; try (unfold fits; lia).
  intros f g u v Hf Hg HfF HgF Hfg Hu Hv.
  destruct (barrett_factor_is Capacity exact_shortfall Factor f g) as (HT & HfT & HgT); try assumption; try lia.
  set (F := barrett_factor _ Factor) in *. assert (f * q <= F * q /\ g * q <= F * q) by times.
  apply barrett_product_exact; assumption || lia.
Qed.

Theorem eltwise_product_short once b q Factor x y Capacity :
  2 <= b -> 16 <= Capacity -> Capacity * 2 ^ b <= 2 ^ 64 -> 2 ^ (b - 1) <= q < 2 ^ b -> conditional 64 once ->
  Factor = 1 \/ Factor = 2 \/ Factor = 4 -> 0 <= x < Factor * q -> 0 <= y < Factor * q ->
  let room := barrett_room Capacity short_shortfall in
  shoup_mul (barrett_product (mul_high_short 32) 8 (barrett_factor room Factor) b q)
    (barrett_bound Capacity short_shortfall) room 64 once Capacity q Factor x y = (x * y) mod q.
Proof.
  cbv zeta. intros Hb HC Hfit Hq Ho HF Hx Hy. pose proof (power_positive (b - 1) ltac:(lia)).
  assert (Hcq : Capacity * q <= Capacity * 2 ^ b) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (H16q : 16 * q <= Capacity * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (HFq : Factor * q <= 4 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (HB : barrett_bound Capacity short_shortfall = 6 * 256) by reflexivity.
  pose proof (barrett_room_is Capacity short_shortfall) as Hroom.
  apply shoup_mul_is; try rewrite HB; try assumption; try lia; try (unfold fits; lia).
  intros f g u v Hf Hg HfF HgF Hfg Hu Hv. rewrite <- HB.
  destruct (barrett_factor_is Capacity short_shortfall Factor f g) as (HT & HfT & HgT); try assumption; try lia.
  set (F := barrett_factor _ Factor) in *. assert (f * q <= F * q /\ g * q <= F * q) by times.
  apply barrett_product_short; assumption || lia.
Qed.

Theorem eltwise_product_pair once b q Factor x y Capacity :
  2 <= b -> 4 <= Capacity -> Capacity * 2 ^ b <= 2 ^ 64 -> 2 ^ (b - 1) <= q < 2 ^ b -> conditional 64 once ->
  Factor = 1 \/ Factor = 2 \/ Factor = 4 -> 0 <= x < Factor * q -> 0 <= y < Factor * q ->
  shoup_mul (pair_product b q) pair_product_bound (pair_product_room Capacity) 64 once Capacity q Factor x y =
  (x * y) mod q.
Proof.
  intros Hb HC Hfit Hq Ho HF Hx Hy. pose proof (power_positive (b - 1) ltac:(lia)).
  assert (Hcq : Capacity * q <= Capacity * 2 ^ b) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (H4q : 4 * q <= Capacity * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (HFq : Factor * q <= 4 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  pose proof (floor Capacity 4 ltac:(lia)).
  apply shoup_mul_is; try assumption; try lia; try (unfold fits; lia);
    try (unfold pair_product_bound; lia); try (unfold pair_product_room; lia).
  intros f g u v Hf Hg _ _ Hfg Hu Hv. apply (pair_product_reduced b q u v f g Capacity); assumption.
Qed.

(** The product x w of any word x; operands below 8 q may be any word. *)
Theorem eltwise_fixed_products once q w x Capacity :
  2 <= q -> 0 <= w < q -> 4 <= Capacity -> conditional 64 once -> fits 64 x -> Capacity * q <= 2 ^ 64 ->
  let finish := shoup_finish 3 64 once Capacity q 1 in
  finish exact_fixed_bound (mul_low_difference 64 x w (mul_high 64 x (word_shoup_quotient w q)) q) = (x * w) mod q /\
  finish short_fixed_bound (mul_low_difference 64 x w (mul_high_short 32 x (word_shoup_quotient w q)) q) =
    (x * w) mod q /\
  finish packed_bound (product_52x2 x w (shift_right 12 (word_shoup_quotient w q))
    (shift_left 64 (word_shoup_quotient w q) 40) q) = (x * w) mod q.
Proof.
  intros Hq Hw HC Ho Hx Hfit. assert (H4q : 4 * q <= Capacity * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  cbv zeta. unfold fits in Hx. assert (Hop : 256 * x < 256 * 2 ^ 64 * q) by nia.
  pose proof (packed_product q w x ltac:(lia) Hw Hx ltac:(lia)) as P. cbv zeta in P. unfold word_shoup_quotient in *.
  split; [|split].
  - destruct (exact_product 64 q w x Capacity (256 * 2 ^ 64)) as (E & L & B); try assumption; try lia.
    apply finished_is; try assumption; try lia; unfold exact_fixed_bound, exact_shortfall, below, fits in *; lia.
  - destruct (short_product q w x Capacity (256 * 2 ^ 64)) as (E & L & B); try assumption; try lia.
    apply finished_is; try assumption; try lia; unfold short_fixed_bound, short_shortfall, below, fits in *; lia.
  - destruct P as [E B].
    apply finished_is; try assumption; try lia; unfold packed_bound, below, fits in *; lia.
Qed.

Theorem eltwise_fixed_product_double once q w x :
  2 <= q < 2 ^ 124 -> 0 <= w < q -> conditional 128 once -> fits 128 x ->
  let finish := shoup_finish 3 128 once 16 q 1 in
  finish exact_fixed_bound (mul_low_difference 128 x w (mul_high 128 x (w * 2 ^ 128 / q)) q) = (x * w) mod q /\
  finish truncated_fixed_bound (mul_low_difference 128 x w (mul_high_short 64 x (w * 2 ^ 128 / q)) q) = (x * w) mod q.
Proof.
  intros Hq Hw Ho Hx. cbv zeta. unfold fits in Hx. assert (Hop : 256 * x < 256 * 2 ^ 128 * q) by nia. split.
  - destruct (exact_product 128 q w x 16 (256 * 2 ^ 128)) as (E & L & B); try assumption; try lia.
    apply finished_is; try assumption; try lia; unfold exact_fixed_bound, exact_shortfall, below, fits in *; lia.
  - destruct (truncated_product q w x 16 (256 * 2 ^ 128)) as (E & L & B); try assumption; try lia.
    apply finished_is; try assumption; try lia; unfold truncated_fixed_bound, below, fits in *; lia.
Qed.

(** Reduces any word x to below q or 2 q. *)
Theorem eltwise_reductions once q x Factor Capacity :
  2 <= q -> 4 <= Capacity -> conditional 64 once -> fits 64 x -> Capacity * q <= 2 ^ 64 -> Factor = 1 \/ Factor = 2 ->
  let finish := shoup_finish 3 64 once Capacity q Factor in let right r := 0 <= r < Factor * q /\ r mod q = x mod q in
  right (finish word_bound (word_remainder 64 q x)) /\ right (finish pair_word_bound (pair_word_remainder q x)).
Proof.
  intros Hq HC Ho Hx Hfit HF. assert (H4q : 4 * q <= Capacity * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  cbv zeta. split.
  - destruct (word_reduced 64 q x) as (E & B & _); try assumption; try lia. rewrite <- E.
    apply shoup_finish_is; try assumption; try lia; unfold word_bound, below, fits in *; lia.
  - destruct (pair_word_reduced q x) as [E B]; try assumption; try lia. rewrite <- E.
    apply shoup_finish_is; try assumption; try lia; unfold pair_word_bound, below, fits in *; lia.
Qed.

(** ** All arithmetics: axpy and mul_sub, of a product n modulo q and a summand below 2^k q *)

Theorem eltwise_sums W once k q n z : 0 < W -> conditional W once -> 0 < 2 * q <= 2 ^ W ->
  2 ^ Z.of_nat k * q <= 2 ^ W -> 0 <= z < 2 ^ Z.of_nat k * q ->
  once (add W (n mod q) (canonical_word once k q z)) q = (n + z) mod q /\
  add_if_negative W (sub W (n mod q) (canonical_word once k q z)) q = (n - z) mod q /\
  add_by_sign W (sub W (n mod q) (canonical_word once k q z)) q = (n - z) mod q.
Proof.
  intros HW Ho Hq Hfit Hz. rewrite (canonical_word_is W) by (assumption || lia).
  pose proof (half_word W HW) as E. pose proof (Z.mod_pos_bound n q ltac:(lia)) as Hn.
  pose proof (Z.mod_pos_bound z q ltac:(lia)) as Hm. split.
  - unfold add. rewrite Z.mod_small, Ho by lia.
    destruct (once_subtracted (n mod q + z mod q) q q 1 ltac:(lia) ltac:(lia) ltac:(lia)) as [R C].
    apply below_q; [lia| |exact R]. rewrite C. symmetry. apply Z.add_mod. lia.
  - destruct (subtract_modulo W (n mod q) (z mod q) q HW Hq Hn Hm) as [-> ->].
    rewrite <- Zminus_mod. split; reflexivity.
Qed.

(** Lifts by a minimum or by a sign: q is added to negative numbers. *)
Definition lifting W (lift : Z -> Z -> Z) :=
  forall x q, 0 < 2 * q <= 2 ^ W -> - q < x < q -> lift (x mod 2 ^ W) q = x mod q.

Theorem additions_are_conditional W : 0 < W -> lifting W (add_if_negative W) /\ lifting W (add_by_sign W).
Proof.
  intros HW. split; intros x q Hq Hx;
    destruct (subtract_modulo W (Z.max x 0) (Z.max (- x) 0) q HW Hq ltac:(lia) ltac:(lia)) as [E F];
    unfold sub in E, F; replace (Z.max x 0 - Z.max (- x) 0) with x in E, F by lia; assumption.
Qed.

(** tensor: Karatsuba's third product, of sums below 2 q, minus the other two. *)
Theorem eltwise_tensor W lift q a0 a1 b0 b1 : 0 < W -> 0 < 2 * q <= 2 ^ W -> lifting W lift ->
  0 <= a0 < q -> 0 <= a1 < q -> 0 <= b0 < q -> 0 <= b1 < q ->
  let of_sums := (add W a0 a1 * add W b0 b1) mod q in
  0 <= add W a0 a1 < 2 * q /\ 0 <= add W b0 b1 < 2 * q /\
  lift (sub W (lift (sub W of_sums ((a0 * b0) mod q)) q) ((a1 * b1) mod q)) q = (a0 * b1 + a1 * b0) mod q.
Proof.
  intros HW Hq Hl Ha0 Ha1 Hb0 Hb1. cbv zeta. unfold add. rewrite !Z.mod_small by lia. split; [lia|]. split; [lia|].
  assert (H : forall m n, lift (sub W (m mod q) (n mod q)) q = (m - n) mod q).
  { intros m n. pose proof (Z.mod_pos_bound m q ltac:(lia)). pose proof (Z.mod_pos_bound n q ltac:(lia)).
    unfold sub. rewrite Hl by lia. symmetry. apply Zminus_mod. }
  rewrite !H. f_equal. ring.
Qed.

(** ** Ifma52, Ifma52Long and WordReduction52 *)

Lemma steps_power factor : factor = 1 \/ factor = 2 \/ factor = 4 -> 2 ^ Z.of_nat (steps_of factor) = factor.
Proof. intros [->|[->| ->]]; reflexivity. Qed.

Definition ifma_mul once Capacity b q Factor x y :=
  let direct := ifma_direct Capacity Factor in
  let operand z := canonical_word once (steps_of (Factor / direct)) (direct * q) z in
  canonical_word once (steps_of ifma_limit) q (ifma_product direct b q (operand x) (operand y)).

Theorem eltwise_product_ifma once b q Factor x y Capacity :
  2 <= b -> 4 <= Capacity -> Capacity * 2 ^ b <= 2 ^ 52 -> 2 ^ (b - 1) <= q < 2 ^ b -> conditional 64 once ->
  Factor = 1 \/ Factor = 2 \/ Factor = 4 -> 0 <= x < Factor * q -> 0 <= y < Factor * q ->
  ifma_mul once Capacity b q Factor x y = (x * y) mod q.
Proof.
  intros Hb HC Hfit Hq Ho HF Hx Hy. unfold ifma_mul. cbv zeta.
  destruct (ifma_direct_fits Capacity Factor HC HF) as (Hd & Hle & Hroom & _).
  set (direct := ifma_direct Capacity Factor) in *. clearbody direct.
  pose proof (power_positive (b - 1) ltac:(lia)).
  assert (Hcq : Capacity * q <= Capacity * 2 ^ b) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (H4q : 4 * q <= Capacity * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  set (operand z := canonical_word once (steps_of (Factor / direct)) (direct * q) z).
  assert (HS : 2 ^ Z.of_nat (steps_of (Factor / direct)) * direct = Factor).
  { destruct HF as [->|[->| ->]], Hd as [->|[->| ->]]; (lia || reflexivity). }
  assert (HO : forall z, 0 <= z < Factor * q -> operand z mod q = z mod q /\ 0 <= operand z < direct * q).
  { assert (Hdq : 0 < direct * q) by times. assert (HFq : Factor * q <= 4 * q) by times.
    intros z Hz. unfold operand. rewrite (canonical_word_is 64); try assumption; rewrite ?Z.mul_assoc, ?HS; try lia.
    pose proof (Z.mod_pos_bound z (direct * q) Hdq). split; [|lia].
    pose proof (Z.div_mod z (direct * q) ltac:(lia)).
    apply (congruent _ _ _ (z / (direct * q) * direct)); lia. }
  destruct (HO x Hx) as [Ex Rx], (HO y Hy) as [Ey Ry].
  fold (operand x) (operand y). set (u := operand x) in *. set (v := operand y) in *. clearbody u v. clear HO operand.
  destruct (ifma_product_reduced direct b q u v Capacity Hb HC Hfit Hq Hd Hroom Rx Ry) as [E B].
  set (r := ifma_product direct b q u v) in *. clearbody r.
  unfold ifma_limit in *. rewrite (canonical_word_is 64); rewrite ?steps_power by lia; try assumption; try lia.
  rewrite E, Z.mul_mod, Ex, Ey, <- Z.mul_mod by lia. reflexivity.
Qed.

(** The product x w of operands below 8 q; if only 4 q fits 52 bits, they are reduced below it. *)
Theorem eltwise_fixed_product_ifma once Capacity q w x :
  2 <= q -> 4 <= Capacity -> Capacity * q <= 2 ^ 52 -> 0 <= w < q -> conditional 64 once -> 0 <= x < 8 * q ->
  once (low52 (ifma_twiddle_product 0 q w (once x (eltwise_subtrahend q)))) q = (x * w) mod q.
Proof.
  unfold eltwise_subtrahend. intros Hq HC Hfit Hw Ho Hx.
  assert (H4q : 4 * q <= Capacity * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  rewrite (Ho x) by (change (2 ^ (64 - 1)) with (2 ^ 63); lia).
  destruct (once_subtracted x (4 * q) q 4 ltac:(lia) eq_refl ltac:(lia)) as [R C].
  set (u := if x <? 4 * q then x else x - 4 * q) in *. clearbody u.
  destruct (ifma_product_by_twiddle q w u Capacity (4 * 256)) as (E & B & _); try lia; [rewrite low52_small; lia|].
  rewrite (low52_small u) in E by lia. set (r := low52 _) in *. clearbody r.
  rewrite Ho by (change (2 ^ (64 - 1)) with (2 ^ 63); lia).
  destruct (once_subtracted r q q 1 ltac:(lia) ltac:(lia) ltac:(lia)) as [Rr Cr].
  apply below_q; [lia| |exact Rr]. rewrite Cr, E, Z.mul_mod, C, <- Z.mul_mod by lia. reflexivity.
Qed.

(** Operands are taken as they are if the capacity allows it. *)
Theorem eltwise_fixed_product_ifma_lazy once Capacity q w x :
  2 <= q -> 4 <= Capacity -> Capacity * q <= 2 ^ 52 -> 0 <= w < q -> conditional 64 once -> 0 <= x < Capacity * q ->
  once (low52 (ifma_twiddle_product 0 q w x)) q = (x * w) mod q.
Proof.
  intros Hq HC Hfit Hw Ho Hx. assert (H4q : 4 * q <= Capacity * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  destruct (ifma_product_by_twiddle q w x Capacity (Capacity * 256)) as (E & B & _); try lia;
    [rewrite low52_small; lia|].
  rewrite (low52_small x) in E by lia. set (r := low52 _) in *. clearbody r.
  rewrite Ho by (change (2 ^ (64 - 1)) with (2 ^ 63); lia).
  destruct (once_subtracted r q q 1 ltac:(lia) ltac:(lia) ltac:(lia)) as [Rr Cr].
  apply below_q; [lia| |exact Rr]. rewrite Cr. exact E.
Qed.

(** Ifma52Long reduces all operands first. *)
Theorem eltwise_products_long once b q w n x y :
  long_least_bits <= b <= long_most_bits -> 2 ^ (b - 1) <= q < 2 ^ b -> 0 <= w < q -> conditional 64 once ->
  (n <= 3)%nat -> 0 <= x < 2 ^ Z.of_nat n * q -> 0 <= y < 2 ^ Z.of_nat n * q ->
  let operand := canonical_word once n q in
  canonical_word once (steps_of long_product_limit) q (long_product b q (operand x) (operand y)) = (x * y) mod q /\
  canonical_word once (steps_of long_shoup_limit) q (mul_low_difference 64 (operand x) w
    (madd52_high 0 (operand x) (ifma_shoup_quotient (word_shoup_quotient w q))) q) = (x * w) mod q.
Proof.
  intros Hb Hq Hw Ho HF Hx Hy. cbv zeta. unfold long_least_bits, long_most_bits in Hb.
  assert (Hq52 : 2 <= q < 2 ^ 52).
  { assert (2 ^ 50 <= 2 ^ (b - 1)) by (apply Z.pow_le_mono_r; lia).
    assert (2 ^ b <= 2 ^ 52) by (apply Z.pow_le_mono_r; lia). lia. }
  assert (HP : 2 ^ Z.of_nat n * q <= 2 ^ 3 * 2 ^ 52)
    by (apply Z.mul_le_mono_nonneg; [apply Z.pow_nonneg|apply Z.pow_le_mono_r| |]; lia).
  rewrite !(canonical_word_is 64 once n) by (assumption || lia).
  pose proof (Z.mod_pos_bound x q ltac:(lia)) as Mx. pose proof (Z.mod_pos_bound y q ltac:(lia)) as My. split.
  - destruct (long_product_reduced b q (x mod q) (y mod q)) as [E B]; unfold long_least_bits, long_most_bits; try lia.
    rewrite (canonical_word_is 64); unfold long_product_limit in *; rewrite ?steps_power by lia; try assumption;
      try lia.
    rewrite E, <- Z.mul_mod by lia. reflexivity.
  - destruct (long_shoup_product q w (x mod q)) as [E B]; try lia.
    rewrite (canonical_word_is 64); unfold long_shoup_limit in *; rewrite ?steps_power by lia; try assumption;
      try lia.
    rewrite E, Zmult_mod_idemp_l. reflexivity.
Qed.

(** Reduces any word by its leading bits and one conditional subtraction. *)
Theorem eltwise_reduction_leading once b q x : leading_least_bits <= b <= 62 -> 2 ^ (b - 1) <= q < 2 ^ b ->
  conditional 64 once -> fits 64 x ->
  once (sub 64 x (mul_low 64 (snd (leading_remainder b q x)) q)) q = x mod q.
Proof.
  intros Hb Hq Ho Hx. destruct (leading_reduced b q x Hb Hq Hx) as (E & B & _). unfold leading_least_bits in Hb.
  assert (2 ^ b <= 2 ^ 62) by (apply Z.pow_le_mono_r; lia). pose proof (power_positive (b - 1) ltac:(lia)).
  set (r := sub _ _ _) in *. clearbody r. rewrite Ho by (change (2 ^ (64 - 1)) with (2 ^ 63); lia).
  destruct (once_subtracted r q q 1 ltac:(lia) ltac:(lia) ltac:(lia)) as [Rr Cr].
  apply below_q; [lia| |exact Rr]. rewrite Cr. exact E.
Qed.
