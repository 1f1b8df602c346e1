(** Barrett's quotients: sections 2 and 3 of docs/bounds/words.md. *)
From Ringlet Require Import Words Constants Shoup.

(** The lemma that all variants share. D is 2^(b-2), M is 2^W; x y < f q^2; each of the two high products falls short by
    up to s. *)
Lemma product_by_barrett q D M P top Q s :
  0 < D -> 0 < M -> 2 * D <= q < 4 * D -> 0 <= P -> 0 <= s -> 0 <= top ->
  P / D - s <= top <= P / D ->
  top * (M * D / q) / M - s <= Q <= top * (M * D / q) / M ->
  0 <= P - Q * q /\ 2 * ((P - Q * q) * M) < (3 + 3 * s) * (q * M) + 2 * (top * q) /\ top * D <= P.
Proof.
  intros HD HM Hq HP Hs Htop.
  floor_of P by D as t Ht. floor_of (M * D) by q as mu Hm. floor_of (top * mu) by M as Q' HQ.
  intros H1 H2.
  assert (q * (M * Q') <= q * (top * mu) < q * (M * Q') + q * M) by nia.
  assert (q * (M * Q') - q * (M * s) <= q * (M * Q) <= q * (M * Q')) by nia.
  assert (top * (q * mu) <= top * (M * D) <= top * (q * mu) + top * q) by nia.
  assert (D * t - D * s <= D * top <= D * t) by nia.
  assert (M * (D * top) <= M * P < M * (D * top) + M * D + M * (D * s)) by nia.
  assert (2 * (M * D) <= M * q) by nia.
  assert (2 * (M * (D * s)) <= M * (q * s)) by nia.
  assert (0 <= M * (P - Q * q)) by lia.
  split; [apply (Z.mul_nonneg_cancel_l M); lia|split; [lia|lia]].
Qed.

(** Powers of two of a length b. *)
Lemma powers_of_length W b : 2 <= b <= W ->
  2 ^ b = 4 * 2 ^ (b - 2) /\ 2 ^ (b - 1) = 2 * 2 ^ (b - 2) /\ 2 ^ W = 2 ^ (W - b) * 2 ^ b /\
  2 ^ (b + W - 2) = 2 ^ W * 2 ^ (b - 2) /\ 0 < 2 ^ (b - 2) /\ 0 < 2 ^ (W - b).
Proof.
  intros. repeat split; try (apply power_positive; lia).
  - replace b with (2 + (b - 2)) at 1 by lia. rewrite Z.pow_add_r by lia. reflexivity.
  - replace (b - 1) with (1 + (b - 2)) by lia. rewrite Z.pow_add_r by lia. reflexivity.
  - rewrite <- Z.pow_add_r by lia. f_equal; lia.
  - rewrite <- Z.pow_add_r by lia. f_equal; lia.
Qed.

(** ** Section 1.1 *)

Theorem product_quotient_fits W b q : 2 <= b <= W -> 2 ^ (b - 1) <= q < 2 ^ b ->
  0 <= product_quotient W b q <= 2 ^ (W - 1).
Proof.
  intros Hb Hq. destruct (powers_of_length W b Hb) as (E1 & E2 & E3 & E4 & P1 & P2).
  unfold product_quotient. rewrite E4. pose proof (power_positive W).
  assert (2 ^ W = 2 * 2 ^ (W - 1)) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
  floor_of (2 ^ W * 2 ^ (b - 2)) by q as m Hm. rewrite H0 in Hm.
  assert (0 <= 2 ^ (W - 1) * 2 ^ (b - 2)) by times. assert (2 ^ (W - 1) * (2 * 2 ^ (b - 2)) <= 2 ^ (W - 1) * q) by times.
  split; apply Z.lt_succ_r, (cancel q); lia.
Qed.

Theorem word_quotient_fits W q : 1 <= W -> 2 <= q -> 0 <= word_quotient W q <= 2 ^ (W - 1).
Proof.
  intros HW Hq. unfold word_quotient. pose proof (power_positive W).
  assert (2 ^ W = 2 * 2 ^ (W - 1)) by (rewrite <- Z.pow_succ_r by lia; f_equal; lia).
  floor_of (2 ^ W) by q as m Hm. nia.
Qed.

(** The 52-bit quotients are the 64-bit ones without their low bits. *)
Theorem shorter_quotients b q : 2 <= b <= 52 -> 0 < q ->
  ifma_product_quotient (product_quotient 64 b q) 0 = product_quotient 52 b q /\
  ifma_product_quotient (product_quotient 64 b q) 1 = 2 ^ 52 * 2 ^ (b - 1) / q /\
  ifma_word_quotient (word_quotient 64 q) = word_quotient 52 q.
Proof.
  intros Hb Hq. unfold ifma_product_quotient, product_quotient, ifma_word_quotient, word_quotient.
  rewrite !Z.div_div by lia. split; [|split].
  - replace (b + 64 - 2) with (b + 52 - 2 + (12 - 0)) by lia. rewrite Z.pow_add_r by lia.
    apply Z.div_mul_cancel_r; lia.
  - replace (b + 64 - 2) with (52 + (b - 1) + (12 - 1)) by lia. rewrite !Z.pow_add_r by lia.
    apply Z.div_mul_cancel_r; lia.
  - change (2 ^ 64) with (2 ^ 52 * 2 ^ 12). apply Z.div_mul_cancel_r; lia.
Qed.

(** ** Section 2.1: W = 64 (8 bytes) and 128 (16 bytes) *)

Definition barrett_product high bytes Factor b q x y :=
  let W := 8 * bytes in
  let top := high (shift_left W x (barrett_shift_x Factor))
    (shift_left W y (barrett_shift_y Factor (barrett_normalisation bytes b))) in
  mul_low_difference W x y (high top (product_quotient W b q)) q.

(** The factors of operands that a product takes as they are, and what they leave of the capacity. *)
Definition barrett_takes Capacity short Factor :=
  (Factor = 1 \/ Factor = 2 \/ Factor = 4) /\ Factor * Factor <= barrett_room Capacity short.

Lemma room_of_factors Capacity short F : 4 <= Capacity -> barrett_takes Capacity short F ->
  1 <= F <= F * F /\ 4 * (F * F) <= Capacity /\ (short = 0 -> 8 <= Capacity -> 8 * (F * F) <= Capacity) /\
  0 <= barrett_log_factor F /\ 2 ^ barrett_log_factor F = F.
Proof.
  unfold barrett_takes, barrett_room, barrett_lazy_capacity. intros HC [HF Hroom].
  destruct HF as [->|[->| ->]]; cbn in *; destruct (0 <? short) eqn:Hs;
    match type of Hroom with context [?c <=? Capacity] => destruct (Z.leb_spec c Capacity) end;
    try apply Z.ltb_lt in Hs; lia.
Qed.

Lemma barrett_product_by high short bytes F b q x y Capacity :
  let W := 8 * bytes in
  (forall u v, fits W u -> fits W v -> u * v / 2 ^ W - short <= high u v <= u * v / 2 ^ W /\ 0 <= high u v) ->
  0 < bytes -> 2 <= b -> 4 <= Capacity -> Capacity * 2 ^ b <= 2 ^ W ->
  2 ^ (b - 1) <= q < 2 ^ b -> barrett_takes Capacity short F -> 0 <= x < F * q -> 0 <= y < F * q ->
  (short = 0 \/ short = 2 /\ 16 <= Capacity) ->
  let r := barrett_product high bytes F b q x y in
  r mod q = (x * y) mod q /\ below q (barrett_bound Capacity short) r.
Proof.
  intros W Hhigh Hbytes Hb HC Hfit Hq HF Hx Hy Hshort.
  destruct (room_of_factors Capacity short F HC HF) as (F1 & F4 & F8 & He & HeF). clear HF.
  pose proof (power_positive b ltac:(lia)) as HB. pose proof (power_positive W ltac:(unfold W; lia)) as HM.
  assert (HFF : 4 * (F * F) * 2 ^ b <= Capacity * 2 ^ b) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (HbW : b + barrett_log_factor F <= W).
  { apply (Z.pow_le_mono_r_iff 2); [lia|unfold W; lia|]. rewrite Z.pow_add_r, HeF by lia.
    assert (F * 2 ^ b <= F * F * 2 ^ b) by (apply Z.mul_le_mono_nonneg_r; lia). lia. }
  destruct (powers_of_length W b ltac:(lia)) as (E1 & E2 & E3 & E4 & P1 & _).
  cbv zeta. unfold barrett_product, shift_left, barrett_shift_x, barrett_shift_y, barrett_normalisation. fold W.
  rewrite (Z.pow_add_r 2 2), HeF by lia.
  replace (W - b) with (W - b - barrett_log_factor F + barrett_log_factor F) in E3 by ring.
  rewrite Z.pow_add_r, HeF in E3 by lia. pose proof (power_positive (W - b - barrett_log_factor F) ltac:(lia)) as P2.
  set (D := 2 ^ (b - 2)) in *. set (E := 2 ^ (W - b - barrett_log_factor F)) in *. set (M := 2 ^ W) in *.
  assert (Hq0 : 0 < q) by lia.
  assert (Hux : fits W (x * (2 ^ 2 * F))).
  { split; [times|]. fold M. assert (x * (4 * F) < F * q * (4 * F)) by (apply Z.mul_lt_mono_pos_r; lia).
    assert (4 * (F * F) * q <= 4 * (F * F) * 2 ^ b) by (apply Z.mul_le_mono_nonneg_l; lia). lia. }
  assert (Huy : fits W (y * E)).
  { split; [times|]. fold M. assert (y * E < F * q * E) by (apply Z.mul_lt_mono_pos_r; lia).
    assert (F * E * q <= F * E * 2 ^ b) by times. lia. }
  rewrite (Z.mod_small (x * (2 ^ 2 * F))), (Z.mod_small (y * E)) by assumption.
  destruct (Hhigh _ _ Hux Huy) as [Htop Htop0].
  assert (Ht : x * (2 ^ 2 * F) * (y * E) / M = x * y / D).
  { rewrite E3, E1. replace (x * (2 ^ 2 * F) * (y * E)) with (x * y * (4 * E * F)) by ring.
    replace (E * F * (4 * D)) with (D * (4 * E * F)) by ring.
    apply Z.div_mul_cancel_r; [lia|]. assert (0 < E * F) by times. lia. }
  rewrite Ht in Htop. set (top := high _ _) in *.
  assert (HDle : top * D <= x * y).
  { pose proof (floor (x * y) D P1). assert (top * D <= x * y / D * D) by times. lia. }
  assert (Hxy : 0 <= x * y < F * q * (F * q)) by (split; [times|apply Z.mul_lt_mono_nonneg; lia]).
  assert (Htq : top < 16 * (F * F) * D).
  { apply (cancel D); [lia|]. assert (q * q <= 4 * D * (4 * D)) by (apply Z.mul_le_mono_nonneg; lia).
    assert (F * F * (q * q) <= F * F * (4 * D * (4 * D))) by (apply Z.mul_le_mono_nonneg_l; lia). lia. }
  assert (Hpq : fits W (product_quotient W b q)).
  { pose proof (product_quotient_fits W b q ltac:(lia) ltac:(lia)). unfold fits. fold M.
    assert (M = 2 * 2 ^ (W - 1)) by (unfold M; rewrite <- Z.pow_succ_r by lia; f_equal; lia). lia. }
  assert (HtM : 16 * (F * F) * D <= M) by lia.
  assert (HtW : fits W top) by (unfold fits; fold M; lia).
  destruct (Hhigh _ _ HtW Hpq) as [HQ HQ0].
  set (Q := high top _) in *. unfold product_quotient in HQ. rewrite E4 in HQ. fold M in HQ.
  destruct (product_by_barrett q D M (x * y) top Q short) as (H0 & H1 & _); try lia.
  unfold mul_low_difference. fold M.
  assert (Htk : forall k, k * (16 * (F * F) * D) <= M -> 0 <= k -> k * (top * q) <= q * M).
  { intros k Hk Hk0. assert (k * top <= k * (16 * (F * F) * D)) by (apply Z.mul_le_mono_nonneg_l; lia).
    assert (k * top * q <= M * q) by (apply Z.mul_le_mono_nonneg_r; lia). lia. }
  pose proof (Htk 1 ltac:(lia) ltac:(lia)) as Ht1.
  assert (Hr : short = 0 /\ x * y - Q * q < 3 * q /\ (8 <= Capacity -> x * y - Q * q < 2 * q) \/
               short = 2 /\ 16 <= Capacity /\ x * y - Q * q < 6 * q).
  { assert (0 < q * M) by times. destruct Hshort as [->|[-> HC16]]; [left|right]; (split; [reflexivity|]).
    - split; [apply (cancel M); lia|]. intros HC8.
      assert (8 * (F * F) * 2 ^ b <= Capacity * 2 ^ b) by (apply Z.mul_le_mono_nonneg_r; [lia|apply F8; lia]).
      pose proof (Htk 2 ltac:(lia) ltac:(lia)). apply (cancel M); lia.
    - split; [exact HC16|]. apply (cancel M); lia. }
  clear Ht Htop HQ HQ0 HtW Hpq Hux Huy E4 Hhigh. clearbody top Q M.
  assert (Hr4 : x * y - Q * q < M).
  { assert (4 * 2 ^ b <= Capacity * 2 ^ b) by (apply Z.mul_le_mono_nonneg_r; lia).
    destruct Hr as [(_ & Hr & _)|(_ & HC16 & Hr)]; [lia|].
    assert (16 * 2 ^ b <= Capacity * 2 ^ b) by (apply Z.mul_le_mono_nonneg_r; lia). lia. }
  rewrite (Z.mod_small (x * y - Q * q) M) by lia.
  split; [apply (congruent _ _ _ Q); lia|].
  unfold below, barrett_bound. split; [lia|].
  destruct (Z.ltb_spec 0 short), (Z.leb_spec 8 Capacity), Hr as [(Es & Hr & Hr8)|(Es & HC16 & Hr)]; lia.
Qed.

Lemma exact_high W u v : 0 < W -> fits W u -> fits W v ->
  u * v / 2 ^ W - 0 <= mul_high W u v <= u * v / 2 ^ W /\ 0 <= mul_high W u v.
Proof.
  intros HW Hu Hv. unfold fits, mul_high in *. split; [lia|]. apply Z.div_pos; [nia|apply power_positive; lia].
Qed.

Theorem barrett_product_exact bytes Factor b q x y Capacity :
  0 < bytes -> 2 <= b -> 4 <= Capacity -> Capacity * 2 ^ b <= 2 ^ (8 * bytes) -> 2 ^ (b - 1) <= q < 2 ^ b ->
  barrett_takes Capacity exact_shortfall Factor -> 0 <= x < Factor * q -> 0 <= y < Factor * q ->
  let r := barrett_product (mul_high (8 * bytes)) bytes Factor b q x y in
  r mod q = (x * y) mod q /\ below q (barrett_bound Capacity exact_shortfall) r.
Proof.
  intros. apply (barrett_product_by (mul_high (8 * bytes)) exact_shortfall); try assumption;
    unfold exact_shortfall; try lia.
  intros. apply exact_high; assumption || lia.
Qed.

Theorem barrett_product_short Factor b q x y Capacity :
  2 <= b -> 16 <= Capacity -> Capacity * 2 ^ b <= 2 ^ 64 -> 2 ^ (b - 1) <= q < 2 ^ b ->
  barrett_takes Capacity short_shortfall Factor -> 0 <= x < Factor * q -> 0 <= y < Factor * q ->
  let r := barrett_product (mul_high_short 32) 8 Factor b q x y in
  r mod q = (x * y) mod q /\ below q (barrett_bound Capacity short_shortfall) r.
Proof.
  intros. apply (barrett_product_by (mul_high_short 32) short_shortfall); try assumption;
    unfold short_shortfall; try lia.
  intros u v Hu Hv. split; [apply (short_by_two 32); assumption || lia|].
  unfold fits, mul_high_short in *.
  repeat apply Z.add_nonneg_nonneg; try apply Z.div_pos; try lia; apply Z.mul_nonneg_nonneg;
    try apply Z.div_pos; try apply Z.mod_pos_bound; lia.
Qed.

(** ** Section 2.2: 52-bit multiply-adds, operands below 2q or 4q where there is room *)

Definition ifma_product direct b q x y :=
  let coarse := ifma_coarse b q in
  let top := madd52_high 0 (shift_left 64 x (ifma_shift_x direct))
    (shift_left 64 y (ifma_shift_y direct (ifma_normalisation b coarse))) in
  let quotient := madd52_high 0 top (ifma_product_quotient (product_quotient 64 b q) coarse) in
  low52 (madd52_low (madd52_low 0 x y) quotient (ifma_minus_q q)).

(** D is 2^(b-2) or 2^(b-1), M is 2^52. *)
Lemma product_by_either_quotient q D M P room :
  0 < D -> 0 <= P < room * (q * q) -> 0 < room ->
  2 * D <= q < 3 * D /\ 16 * (room * D) <= M \/ 3 * D <= 2 * q /\ q < 2 * D /\ 8 * (room * D) <= M ->
  let top := P / D in let mu := M * D / q in
  0 <= top < M /\ 0 <= mu < M /\ 0 <= P - top * mu / M * q < 2 * q.
Proof.
  intros HD HP Hroom Hq top mu. assert (Hq0 : 0 < q) by lia.
  assert (HM : 0 < M) by nia.
  assert (Hcube : room * D * (q * q * q) <= M * D * (D * (q - D))).
  { destruct Hq as [[Hq HM16]|(Hq & Hq' & HM8)].
    - assert (q * q * q <= 16 * (D * (D * (q - D)))).
      { replace q with (2 * D + (q - 2 * D)) by ring. set (u := q - 2 * D). assert (0 <= u < D) by (unfold u; lia).
        clearbody u. assert (u * u <= D * u) by nia. assert (u * (u * u) <= u * (D * u)) by nia.
        assert (D * (u * u) <= D * (D * u)) by nia. assert (D * (D * u) <= D * (D * D)) by nia. nia. }
      assert (room * D * (q * q * q) <= room * D * (16 * (D * (D * (q - D))))) by nia.
      assert (0 <= D * (D * (q - D))) by nia. nia.
    - assert (q * q * q <= 8 * (D * (D * (q - D)))).
      { replace q with (2 * D - (2 * D - q)) by ring. set (u := 2 * D - q). assert (0 < u /\ 2 * u <= D) by (unfold u; lia).
        clearbody u. assert (2 * (u * u) <= D * u) by nia. assert (2 * (D * (u * u)) <= D * (D * u)) by nia.
        assert (0 <= u * (u * u)) by nia. assert (0 <= D * (D * u)) by nia. nia. }
      assert (room * D * (q * q * q) <= room * D * (8 * (D * (D * (q - D))))) by nia.
      assert (0 <= D * (D * (q - D))) by nia. nia. }
  pose proof (floor P D HD) as Ft. pose proof (floor (M * D) q Hq0) as Fm. fold top in Ft. fold mu in Fm.
  assert (Ht0 : 0 <= top) by (apply Z.div_pos; lia). assert (Hm0 : 0 <= mu) by (apply Z.div_pos; nia).
  clearbody top mu.
  assert (HtD : top * D < room * (q * q)) by lia.
  assert (Htop : top < M).
  { destruct Hq as [[Hq HM16]|(Hq & Hq' & HM8)].
    - assert (q * q <= 9 * (D * D)) by nia. assert (room * (q * q) <= room * (9 * (D * D))) by nia. nia.
    - assert (q * q <= 4 * (D * D)) by nia. assert (room * (q * q) <= room * (4 * (D * D))) by nia. nia. }
  assert (Hmu : mu < M).
  { destruct Hq as [[Hq HM16]|(Hq & Hq' & HM8)]; nia. }
  pose proof (floor (top * mu) M HM) as FQ. set (Q := top * mu / M) in *. clearbody Q.
  (* The error of Q. *)
  assert (Hkey : top * q <= M * (q - D)).
  { assert (top * D * q <= room * (q * q) * q) by times.
    assert (room * (q * q * q) <= M * (D * (q - D))) by (apply (Z.mul_le_mono_pos_l _ _ D); lia).
    apply (Z.mul_le_mono_pos_r _ _ D); lia. }
  split; [lia|]. split; [lia|].
  assert (M * Q * q <= top * mu * q < (M * Q + M) * q) by times.
  assert (top * (mu * q) <= top * (M * D) <= top * (mu * q + q)) by times.
  assert (M * (top * D) <= M * P < M * (top * D + D)) by times.
  split; [apply Z.lt_succ_r|]; apply (cancel M); lia.
Qed.

Lemma madd52_high_of x y : 0 <= x < 2 ^ 52 -> 0 <= y < 2 ^ 52 -> madd52_high 0 x y = x * y / 2 ^ 52 /\ 0 <= x * y / 2
  ^ 52 < 2 ^ 52.
Proof.
  intros Hx Hy. assert (0 <= x * y / 2 ^ 52 < 2 ^ 52).
  { split; [apply Z.div_pos; nia|apply Z.div_lt_upper_bound; nia]. }
  split; [|assumption].
  unfold madd52_high. rewrite !low52_small by lia. rewrite Z.add_0_l. apply Z.mod_small. lia.
Qed.

Lemma low52_product x w Q q : 0 <= x < 2 ^ 52 -> 0 <= w < 2 ^ 52 -> 0 <= Q < 2 ^ 52 -> 0 < q < 2 ^ 52 ->
  0 <= x * w - Q * q < 2 ^ 52 -> low52 (madd52_low (madd52_low 0 x w) Q (ifma_minus_q q)) = x * w - Q * q.
Proof.
  intros. unfold ifma_minus_q. change 4503599627370496 with (2 ^ 52).
  rewrite low52_difference by lia. rewrite (low52_small x), (low52_small Q) by lia. apply low52_small. lia.
Qed.

Lemma shifted_top s x y k : 0 <= s -> 0 <= k <= 52 - s -> 0 <= x -> 0 <= y -> x * 2 ^ k < 2 ^ 52 ->
  y * 2 ^ (52 - s - k) < 2 ^ 52 ->
  madd52_high 0 (shift_left 64 x k) (shift_left 64 y (52 - s - k)) = x * y / 2 ^ s.
Proof.
  intros Hs Hk Hx0 Hy0 Hx Hy. unfold shift_left.
  assert (0 <= x * 2 ^ k) by (apply Z.mul_nonneg_nonneg; lia).
  assert (0 <= y * 2 ^ (52 - s - k)) by (apply Z.mul_nonneg_nonneg; lia).
  rewrite (Z.mod_small (x * 2 ^ k)), (Z.mod_small (y * 2 ^ (52 - s - k))) by lia.
  destruct (madd52_high_of (x * 2 ^ k) (y * 2 ^ (52 - s - k))) as [-> _]; try lia.
  replace (x * 2 ^ k * (y * 2 ^ (52 - s - k))) with (x * y * 2 ^ (52 - s)).
  2: { replace (52 - s) with (k + (52 - s - k)) at 1 by lia. rewrite Z.pow_add_r by lia. ring. }
  replace 52 with (s + (52 - s)) at 2 by lia. rewrite Z.pow_add_r by lia.
  pose proof (power_positive s). pose proof (power_positive (52 - s)). apply Z.div_mul_cancel_r; lia.
Qed.

(** Operands are reduced below what has room. For moduli of up to 46 bits that is 4q, so they are taken as they are. *)
Theorem ifma_direct_fits Capacity Factor : 4 <= Capacity -> Factor = 1 \/ Factor = 2 \/ Factor = 4 ->
  let direct := ifma_direct Capacity Factor in
  (direct = 1 \/ direct = 2 \/ direct = 4) /\ direct <= Factor /\ 4 * (direct * direct) <= Capacity /\
  (forall b, 2 <= b <= 46 -> Capacity = 2 ^ (52 - b) -> direct = Factor).
Proof.
  intros HC HF direct.
  assert (H46 : forall b, 2 <= b <= 46 -> Capacity = 2 ^ (52 - b) -> 64 <= Capacity).
  { intros b Hb ->. change 64 with (2 ^ 6). apply Z.pow_le_mono_r; lia. }
  unfold direct, ifma_direct. clear direct.
  repeat match goal with |- context [?m <=? ?n] => destruct (Z.leb_spec m n) end;
    (split; [auto|]); (split; [lia|]); (split; [lia|]); intros b Hb E; specialize (H46 b Hb E); lia.
Qed.

Lemma exists_log2 direct : direct = 1 \/ direct = 2 \/ direct = 4 ->
  exists k, Z.log2 direct = k /\ 0 <= k <= 2 /\ direct = 2 ^ k.
Proof. intros [->|[->| ->]]; [exists 0|exists 1|exists 2]; cbn; lia. Qed.

Theorem ifma_product_reduced direct b q x y Capacity :
  2 <= b -> 4 <= Capacity -> Capacity * 2 ^ b <= 2 ^ 52 -> 2 ^ (b - 1) <= q < 2 ^ b ->
  direct = 1 \/ direct = 2 \/ direct = 4 -> 4 * (direct * direct) <= Capacity ->
  0 <= x < direct * q -> 0 <= y < direct * q ->
  let r := ifma_product direct b q x y in
  r mod q = (x * y) mod q /\ 0 <= r < ifma_limit * q.
Proof.
  intros Hb HC Hfit Hq Hd Hroom Hx Hy.
  destruct (exists_log2 direct Hd) as (k & Ek & Hk & Hkd).
  assert (Hb50 : 2 * k + b <= 50).
  { apply (Z.pow_le_mono_r_iff 2); [lia|lia|]. rewrite Z.pow_add_r by lia.
    replace (2 ^ (2 * k)) with (direct * direct) by (rewrite Hkd, <- Z.pow_add_r by lia; f_equal; lia).
    pose proof (power_positive b ltac:(lia)). change (2 ^ 52) with (4 * 2 ^ 50) in Hfit. nia. }
  destruct (powers_of_length 52 b ltac:(lia)) as (E1 & E2 & E3 & E4 & P1 & P2).
  destruct (shorter_quotients b q ltac:(lia) ltac:(lia)) as (Eq0 & Eq1 & _).
  unfold product_quotient in Eq0 at 2. rewrite E4 in Eq0.
  set (room := direct * direct) in *. assert (Hr : 0 < room) by (unfold room; nia).
  assert (Hrb : 4 * (room * 2 ^ b) <= 2 ^ 52) by nia.
  assert (HP : 0 <= x * y < room * (q * q)).
  { split; [nia|]. unfold room. replace (direct * direct * (q * q)) with (direct * q * (direct * q)) by ring.
    apply Z.mul_lt_mono_nonneg; lia. }
  assert (H4q : 4 * q < 2 ^ 52) by nia. assert (Hd4 : direct * q < 2 ^ 52) by nia.
  (* The quotient leaves out s bits of the product. *)
  assert (Hs : exists s, 0 <= s <= b - 1 /\ ifma_normalisation b (ifma_coarse b q) = 50 - s /\
    ifma_product_quotient (product_quotient 64 b q) (ifma_coarse b q) = 2 ^ 52 * 2 ^ s / q /\
    (2 * 2 ^ s <= q < 3 * 2 ^ s /\ 16 * (room * 2 ^ s) <= 2 ^ 52 \/
     3 * 2 ^ s <= 2 * q /\ q < 2 * 2 ^ s /\ 8 * (room * 2 ^ s) <= 2 ^ 52)).
  { unfold ifma_normalisation, ifma_coarse. set (D := 2 ^ (b - 2)) in *.
    assert (HD : q / D = 2 /\ q < 3 * D \/ q / D = 3 /\ 3 * D <= q).
    { pose proof (floor q D P1). destruct (Z.lt_ge_cases q (3 * D)); [left|right]; (split; [|lia]); symmetry;
        [apply (Z.div_unique_pos q D 2 (q - D * 2))|apply (Z.div_unique_pos q D 3 (q - D * 3))]; lia. }
    destruct HD as [[-> H3]|[-> H3]]; [exists (b - 2); fold D|exists (b - 1); rewrite E2 in *; fold D].
    - change (2 mod 2) with 0. rewrite Eq0. split; [lia|]. split; [lia|]. split; [reflexivity|]. left. lia.
    - change (3 mod 2) with 1. rewrite Eq1. split; [lia|]. split; [lia|]. split; [reflexivity|]. right. lia. }
  destruct Hs as (s & Hs & En & Em & HD). cbv zeta. unfold ifma_product. rewrite Em, En.
  assert (Htop : madd52_high 0 (shift_left 64 x (ifma_shift_x direct)) (shift_left 64 y (ifma_shift_y direct (50 - s)))
      = x * y / 2 ^ s).
  { unfold ifma_shift_x, ifma_shift_y, ifma_log_direct. rewrite Ek. replace (50 - s - k) with (52 - s - (2 + k)) by lia.
    assert (Hlow : 2 * 2 ^ s <= 2 ^ b). { rewrite <- Z.pow_succ_r by lia. apply Z.pow_le_mono_r; lia. }
    apply shifted_top; try lia.
    - replace (2 ^ (2 + k)) with (4 * direct) by (rewrite Hkd, Z.pow_add_r by lia; reflexivity).
      assert (x * (4 * direct) < direct * q * (4 * direct)) by times. assert (room * q <= room * 2 ^ b) by times.
      unfold room in *. lia.
    - replace (2 ^ 52) with (2 ^ (2 + s + k) * 2 ^ (52 - s - (2 + k))) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
      apply Z.mul_lt_mono_pos_r; [apply power_positive; lia|]. rewrite !Z.pow_add_r, <- Hkd by lia.
      pose proof (power_positive s ltac:(lia)). assert (q < 2 ^ 2 * 2 ^ s) by (change (2 ^ 2) with 4; lia).
      assert (direct * q < direct * (2 ^ 2 * 2 ^ s)) by times. lia. }
  rewrite Htop. clear Htop.
  destruct (product_by_either_quotient q (2 ^ s) (2 ^ 52) (x * y) room) as (Ht & Hmu & Hlim); try assumption.
  { apply power_positive; lia. }
  destruct (madd52_high_of (x * y / 2 ^ s) (2 ^ 52 * 2 ^ s / q)) as [-> HQ]; try lia.
  set (Q := x * y / 2 ^ s * (2 ^ 52 * 2 ^ s / q) / 2 ^ 52) in *. clearbody Q. unfold ifma_limit.
  rewrite low52_product; try lia.
  split; [apply (congruent _ _ _ Q); lia | lia].
Qed.
(** ** Section 2.4: moduli of 51 and 52 bits, remainders of 64 *)

Definition long_product b q x y :=
  let top := madd52_high 0 (shift_left 64 x (long_normalisation b)) y in
  let quotient := madd52_high top top (long_product_quotient (product_quotient 64 b q)) in
  mul_low_difference 64 x y quotient q.

Theorem long_product_reduced b q x y :
  long_least_bits <= b <= long_most_bits -> 2 ^ (b - 1) <= q < 2 ^ b -> 0 <= x < q -> 0 <= y < q ->
  let r := long_product b q x y in
  r mod q = (x * y) mod q /\ 0 <= r < long_product_limit * q.
Proof.
  unfold long_least_bits, long_most_bits, long_product_limit. intros Hb Hq Hx Hy.
  cbv zeta. unfold long_product, long_normalisation, long_product_quotient, product_quotient, shift_left,
    mul_low_difference.
  set (T := 2 ^ b). set (N := 2 ^ (52 - b)).
  assert (HTN : T * N = 2 ^ 52) by (unfold T, N; rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (HT : T = 2 ^ 51 \/ T = 2 ^ 52) by (unfold T; assert (b = 51 \/ b = 52) as [->| ->] by lia; lia).
  assert (HT2 : 2 ^ (b - 1) * 2 = T).
  { unfold T. rewrite Z.mul_comm, <- Z.pow_succ_r by lia. f_equal; lia. }
  replace (2 ^ (b + 64 - 2)) with (2 ^ 62 * T) by (unfold T; rewrite <- Z.pow_add_r by lia; f_equal; lia).
  fold T in Hq. clearbody T N.
  assert (HN : N = 2 \/ N = 1) by lia.
  assert (Hs : 0 <= x * N < 2 ^ 52) by (destruct HN as [-> | ->]; lia).
  rewrite (Z.mod_small (x * N)) by lia.
  destruct (madd52_high_of (x * N) y) as [-> Ht0]; try lia.
  assert (Et : x * N * y / 2 ^ 52 = x * y / T).
  { rewrite <- HTN. replace (x * N * y) with (x * y * N) by ring. apply Z.div_mul_cancel_r; lia. }
  rewrite Et in *. clear Et.
  pose proof (floor (x * y) T ltac:(lia)) as Ft. set (t := x * y / T) in *. clearbody t.
  pose proof (floor (2 ^ 62 * T) q ltac:(lia)) as Fm. set (mu := 2 ^ 62 * T / q) in *. clearbody mu.
  assert (Hmu : 2 ^ 62 < mu <= 2 ^ 63).
  { split; [apply (cancel q)|apply Z.lt_succ_r, (cancel q)]; lia. }
  pose proof (floor (mu - 1) (2 ^ 10) ltac:(lia)) as Fv. set (v := (mu - 1) / 2 ^ 10) in *. clearbody v.
  assert (Hv : 2 ^ 52 <= v < 2 ^ 53) by lia.
  assert (Lv : low52 v = v - 2 ^ 52) by (rewrite (low52_shift v (v - 2 ^ 52) 1) by lia; apply low52_small; lia).
  unfold madd52_high. rewrite Lv, (low52_small t) by lia.
  pose proof (floor (t * (v - 2 ^ 52)) (2 ^ 52) ltac:(lia)) as FQ. set (c := t * (v - 2 ^ 52) / 2 ^ 52) in *.
  assert (Hc : 0 <= c < 2 ^ 52) by (unfold c; split; [apply Z.div_pos; [apply Z.mul_nonneg_nonneg|];
    lia|apply Z.div_lt_upper_bound; [lia|apply Z.mul_lt_mono_nonneg; lia]]).
  clearbody c. rewrite (Z.mod_small (t + c)) by lia.
  (* Q = t + c is the floor of t v / 2^52 *)
  set (Q := t + c) in *. assert (FQ' : 2 ^ 52 * Q <= t * v < 2 ^ 52 * Q + 2 ^ 52) by (unfold Q;
    lia). clearbody Q. clear FQ Lv.
  (* v q is 2^52 T, less up to (1 + 2^-9) q *)
  assert (Hvq : 2 ^ 10 * (v * q) <= 2 ^ 62 * T /\ 2 ^ 62 * T < 2 ^ 10 * (v * q) + (2 ^ 10 + 1) * q).
  { assert (q * (2 ^ 10 * v) <= q * (mu - 1)) by (apply Z.mul_le_mono_nonneg_l; lia).
    assert (q * (mu - 1) <= q * (2 ^ 10 * v + 2 ^ 10 - 1)) by (apply Z.mul_le_mono_nonneg_l; lia). split; lia. }
  assert (Htv1 : t * (2 ^ 10 * (v * q)) <= t * (2 ^ 62 * T)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (Htv2 : t * (2 ^ 62 * T) <= t * (2 ^ 10 * (v * q) + (2 ^ 10 + 1) * q)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (HQ1 : q * (2 ^ 52 * Q) <= q * (t * v)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (HQ2 : q * (t * v) < q * (2 ^ 52 * Q + 2 ^ 52)) by (apply Z.mul_lt_mono_pos_l; lia).
  assert (H0 : 0 <= x * y - Q * q) by lia.
  assert (H1 : 2 ^ 62 * (x * y - Q * q) < 2 ^ 62 * T + t * ((2 ^ 10 + 1) * q) + 2 ^ 62 * q) by lia.
  assert (Hxy : x * y < q * q) by (apply Z.mul_lt_mono_nonneg; lia).
  (* t / T < (q / T)^2 and T / q together are less than 3: for q up to 3/4 T, and above. *)
  assert (H3 : x * y - Q * q < 4 * q).
  { assert (Hk : forall k, t * (2 ^ 10 + 1) <= k -> t * ((2 ^ 10 + 1) * q) <= k * q).
    { intros k Hk. rewrite Z.mul_assoc. apply Z.mul_le_mono_nonneg_r; lia. }
    destruct (Z.le_gt_cases (4 * q) (3 * T)).
    - assert (4 * q * (4 * q) <= 3 * T * (3 * T)) by (apply Z.mul_le_mono_nonneg; lia).
      assert (16 * t < 9 * T) by (apply (cancel T); lia). specialize (Hk (2 ^ 62)). lia.
    - specialize (Hk (2 ^ 62 + 2 ^ 52)). lia. }
  rewrite (Z.mod_small (x * y - Q * q)) by lia.
  split; [apply (congruent _ _ _ Q); lia | lia].
Qed.

(** ** Section 3: one word *)

(** The error of a quotient of x from v = floor(B / q). *)
Lemma word_quotient_error B q x : 0 < B -> 0 < q -> 0 <= x ->
  0 <= x - x * (B / q) / B * q /\ (x - x * (B / q) / B * q) * B < q * (B + x).
Proof.
  intros HB Hq Hx. floor_of B by q as v Hv. floor_of (x * v) by B as Q HQ.
  assert (x * (q * v) <= x * B <= x * (q * v) + x * q) by nia.
  assert (q * (B * Q) <= q * (x * v) < q * (B * Q) + q * B) by nia.
  assert (0 <= B * (x - Q * q)) by lia.
  split; [nia|lia].
Qed.

Definition word_remainder W q x := sub W x (mul_low W (mul_high W x (word_quotient W q)) q).

Theorem word_reduced W q x : 1 <= W -> 2 <= q <= 2 ^ W -> fits W x ->
  let r := word_remainder W q x in
  r mod q = x mod q /\ below q word_bound r /\ r * 2 ^ W < q * (2 ^ W + x).
Proof.
  intros HW Hq Hx. unfold fits in Hx. cbv zeta.
  unfold word_remainder, sub, mul_low, mul_high, word_quotient, below, word_bound.
  pose proof (power_positive W ltac:(lia)) as HM. set (M := 2 ^ W) in *; clearbody M.
  destruct (word_quotient_error M q x) as [H0 H1]; try lia.
  assert (0 <= M / q) by (apply Z.div_pos; lia).
  assert (0 <= x * (M / q) / M) by (apply Z.div_pos; [apply Z.mul_nonneg_nonneg|]; lia).
  set (Q := x * (M / q) / M) in *; clearbody Q.
  assert (0 <= Q * q) by (apply Z.mul_nonneg_nonneg; lia).
  assert (q * (M + x) <= q * (2 * M)) by nia.
  assert (x - Q * q < 2 * q) by (apply (cancel M); lia).
  rewrite Zminus_mod_idemp_r. rewrite (Z.mod_small (x - Q * q)) by lia.
  split; [apply (congruent _ _ _ Q); lia | lia].
Qed.

(** Ifma52's reduction of lazy values, modulo 2^52. *)
Definition ifma_reduce q x := low52 (madd52_low x (madd52_high 0 x (ifma_word_quotient (word_quotient 64 q)))
  (ifma_minus_q q)).

Theorem ifma_reduced q x Capacity operand : 2 <= q -> 4 <= Capacity -> Capacity * q <= 2 ^ 52 -> 256 * low52 x <
  operand * q ->
  let r := ifma_reduce q x in
  r mod q = low52 x mod q /\ below q (ifma_reduced_bound Capacity operand) r.
Proof.
  intros Hq HC Hfit Hop. cbv zeta. unfold ifma_reduce.
  assert (Hqq : 4 * q <= Capacity * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  destruct (shorter_quotients 52 q ltac:(lia) ltac:(lia)) as (_ & _ & ->). unfold word_quotient, ifma_minus_q.
  change 4503599627370496 with (2 ^ 52).
  pose proof (low52_range x) as Hx.
  assert (Hv : 0 <= 2 ^ 52 / q < 2 ^ 52) by (split; [apply Z.div_pos; lia|apply Z.div_lt; lia]).
  assert (EQ : madd52_high 0 x (2 ^ 52 / q) = low52 x * (2 ^ 52 / q) / 2 ^ 52).
  { unfold madd52_high at 1. rewrite (low52_small (2 ^ 52 / q)) by lia. rewrite Z.add_0_l.
    apply Z.mod_small. split; [apply Z.div_pos; nia|apply Z.div_lt_upper_bound; nia]. }
  rewrite EQ, low52_madd. rewrite (low52_small (2 ^ 52 - q)) by lia.
  destruct (word_quotient_error (2 ^ 52) q (low52 x)) as [H0 H1]; try lia.
  assert (HQ : 0 <= low52 x * (2 ^ 52 / q) / 2 ^ 52 < 2 ^ 52).
  { split; [apply Z.div_pos; nia|apply Z.div_lt_upper_bound; nia]. }
  set (Q := low52 x * (2 ^ 52 / q) / 2 ^ 52) in *; clearbody Q. rewrite (low52_small Q) by lia.
  assert (E : low52 (x + Q * (2 ^ 52 - q)) = low52 (low52 x - Q * q)).
  { pose proof (Z.div_mod x (2 ^ 52) ltac:(lia)). apply (low52_shift _ _ (Q + x / 2 ^ 52)). unfold low52 in *. lia. }
  rewrite E. set (x0 := low52 x) in *; clearbody x0. clear E EQ Hv.
  assert (Hb : below q (ifma_reduced_bound Capacity operand) (x0 - Q * q)).
  { unfold below, ifma_reduced_bound. assert (0 < operand) by (apply (cancel q); lia).
    pose proof (ceiling_share Capacity operand q (2 ^ 52) ltac:(lia) ltac:(lia) Hfit ltac:(assumption)) as Hoc.
    set (c := (operand + Capacity - 1) / Capacity) in *. clearbody c. split; [lia|].
    apply (cancel (2 ^ 52)); [lia|].
    assert (q * (256 * x0) <= q * (operand * q)) by (apply Z.mul_le_mono_nonneg_l; lia).
    assert (q * (operand * q) <= q * (c * 2 ^ 52)) by (apply Z.mul_le_mono_nonneg_l; lia).
    lia. }
  assert (x0 - Q * q < 2 * q).
  { apply (cancel (2 ^ 52)); [lia|]. assert (q * (2 ^ 52 + x0) <= q * (2 * 2 ^ 52)) by (apply Z.mul_le_mono_nonneg_l;
      lia). lia. }
  rewrite low52_small by lia.
  split; [apply (congruent _ _ _ Q); lia | exact Hb].
Qed.

Definition pair_word_remainder q x :=
  let v := word_quotient 64 q in
  let top := shift_right 52 x in
  let leading := madd52_high (mul_low 64 top (pair_word_high v)) x (pair_word_high v) in
  sub 64 x (mul_low 64 (madd52_high leading top (pair_word_low v)) q).

Theorem pair_word_reduced q x : 2 <= q -> 4 * q <= 2 ^ 64 -> fits 64 x ->
  let r := pair_word_remainder q x in
  r mod q = x mod q /\ below q pair_word_bound r.
Proof.
  intros Hq H4q Hx. unfold fits in Hx. cbv zeta.
  unfold pair_word_remainder, pair_word_high, pair_word_low, shift_right, mul_low, sub, madd52_high, word_quotient.
  change 4095 with (2 ^ 12 - 1). rewrite (land_mask _ 12) by lia.
  pose proof (floor (2 ^ 64) q ltac:(lia)) as Fv. set (v := 2 ^ 64 / q) in *.
  assert (Hv : 0 <= v <= 2 ^ 63) by (unfold v; split; [apply Z.div_pos; lia|apply Z.div_le_upper_bound;
    lia]). clearbody v.
  pose proof (Z.mod_pos_bound v (2 ^ 12) eq_refl) as Hm. pose proof (Z.div_mod v (2 ^ 12) ltac:(lia)) as Dv.
  set (h := v / 2 ^ 12) in *; set (l := v mod 2 ^ 12) in *; clearbody h l.
  pose proof (Z.mod_pos_bound x (2 ^ 52) eq_refl) as Hx0. pose proof (Z.div_mod x (2 ^ 52) ltac:(lia)) as Dx.
  assert (Hx1 : 0 <= x / 2 ^ 52 < 2 ^ 12) by (split; [apply Z.div_pos|apply Z.div_lt_upper_bound]; lia).
  rewrite (low52_small h), (low52_small (x / 2 ^ 52)), (low52_small (l * 2 ^ 40)) by lia.
  destruct (quotient_by_limbs (2 ^ 52) q 1 (x / 2 ^ 52) (low52 x) h (l * 2 ^ 40) (2 ^ 40)) as (Ha & Hb & HQ & H0 & H1);
    try (unfold low52; lia).
  fold (low52 x) in *. set (x1 := x / 2 ^ 52) in *; set (x0 := low52 x) in *. clearbody x1 x0.
  replace (x1 * 2 ^ 52 + x0) with x in * by lia. rewrite Z.mul_1_r in *.
  set (a := x0 * h / 2 ^ 52) in *; set (b := x1 * (l * 2 ^ 40) / 2 ^ 52) in *; clearbody a b.
  assert (Hxh : 0 <= x1 * h) by (apply Z.mul_nonneg_nonneg; lia).
  assert (Hlow : x * (h * 2 ^ 52 + l * 2 ^ 40) < 2 ^ 64 * (2 ^ 52 * 2 ^ 52)) by (apply Z.mul_lt_mono_nonneg; lia).
  assert (HQ64 : x1 * h + a + b < 2 ^ 64) by lia.
  rewrite (Z.mod_small (x1 * h)) by lia. rewrite (Z.mod_small (_ + a)) by lia. rewrite (Z.mod_small (_ + b)) by lia.
  set (Q := x1 * h + a + b) in *. clearbody Q.
  assert (HRq : x - Q * q < 4 * q).
  { assert ((3 * (2 ^ 52 * 2 ^ 52) + x * 2 ^ 40) * q <= (4 * (2 ^ 52 * 2 ^ 52)) * q) by (apply Z.mul_le_mono_nonneg_r;
      lia).
    apply (cancel (2 ^ 52 * 2 ^ 52)); lia. }
  rewrite Zminus_mod_idemp_r. rewrite (Z.mod_small (x - Q * q)) by lia.
  split; [apply (congruent _ _ _ Q); lia | unfold below, pair_word_bound; lia].
Qed.

Definition leading_remainder b q x :=
  let leading := shift_right (leading_shift b) x in
  (leading, madd52_high 0 leading (leading_quotient (product_quotient 64 b q))).

(** Section 3.3: a quotient from the leading 52 bits, with both ways to compute the remainder from it. *)
Theorem leading_reduced b q x : leading_least_bits <= b <= 62 -> 2 ^ (b - 1) <= q < 2 ^ b -> fits 64 x ->
  let quotient := snd (leading_remainder b q x) in
  let r := sub 64 x (mul_low 64 quotient q) in
  r mod q = x mod q /\ 0 <= r < 2 * q /\
  (b <= leading_longest -> low52 (madd52_low x quotient (leading_minus_q q)) = r).
Proof.
  unfold leading_least_bits, leading_longest, fits. intros Hb Hq Hx. cbv zeta.
  unfold leading_remainder, snd, leading_shift, leading_quotient, leading_minus_q, shift_right, sub, mul_low.
  change 4503599627370496 with (2 ^ 52).
  unfold product_quotient. destruct (powers_of_length 62 b ltac:(lia)) as (E1 & E2 & E3 & _ & P1 & P2).
  rewrite Z.div_div by lia.
  replace (2 ^ (b + 64 - 2)) with (2 ^ 52 * 2 ^ (b - 2) * 2 ^ 12)
    by (replace (b + 64 - 2) with (52 + (b - 2) + 12) by lia; rewrite !Z.pow_add_r by lia; ring).
  rewrite Z.div_mul_cancel_r by lia.
  set (D := 2 ^ (b - 2)) in *.
  assert (HD13 : 2 ^ 13 <= D) by (apply Z.pow_le_mono_r; lia).
  pose proof (floor x D P1) as Fc. assert (Hc : 0 <= x / D < 2 ^ 51).
  { split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; nia]. }
  set (c := x / D) in *. clearbody c.
  pose proof (floor (2 ^ 52 * D) q ltac:(lia)) as Fm. assert (Hmu : 0 <= 2 ^ 52 * D / q < 2 ^ 52).
  { split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; lia]. }
  set (mu := 2 ^ 52 * D / q) in *. clearbody mu.
  destruct (madd52_high_of c mu) as [-> HQ52]; try lia.
  pose proof (floor (c * mu) (2 ^ 52) ltac:(lia)) as FQ. set (Q := c * mu / 2 ^ 52) in *. clearbody Q.
  assert (q * (2 ^ 52 * Q) <= q * (c * mu) < q * (2 ^ 52 * Q + 2 ^ 52)) by times.
  assert (c * (q * mu) <= c * (2 ^ 52 * D) <= c * (q * mu + q)) by times.
  assert (Hlo : 0 <= x - Q * q) by lia.
  assert (Hcq : c * q <= 2 ^ 51 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
  assert (H1 : x - Q * q < 2 * q) by lia.
  assert (q < 2 ^ 62) by (pose proof (Z.pow_le_mono_r 2 b 62); lia).
  rewrite Zminus_mod_idemp_r. rewrite (Z.mod_small (x - Q * q)) by lia.
  split; [apply (congruent _ _ _ Q); lia | split; [lia|]].
  intros Hb51. assert (q < 2 ^ 51) by (pose proof (Z.pow_le_mono_r 2 b 51); lia).
  rewrite low52_madd, (low52_small (2 ^ 52 - q)), (low52_small Q) by lia.
  rewrite (low52_shift _ (x - Q * q) Q) by ring. apply low52_small. lia.
Qed.
