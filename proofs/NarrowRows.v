(** Products of 128-bit words by fixed multiplicands in rows of narrow digits: section 13.15 of docs/bounds/limbs52.md.
    Limbs are two or three. *)
From Coq Require Import List.
From Ringlet Require Import Words Constants Montgomery ProductColumns.
Import ListNotations.

(** The codec's result for w: its rows, w 2^(D i) mod q, and their quotients. *)
Definition table_quotient W w q := w * 2 ^ W / q.
Fixpoint narrow_rows (rows : nat) digit_bits q w : list Z :=
  match rows with
  | O => []
  | S rows => w :: narrow_rows rows digit_bits q (row_next 128 w (table_quotient 128 w q) q digit_bits)
  end.
Definition narrow_quotient q w := table_quotient 128 w q / 2 ^ row_quotient_shift 128 (Z.log2 row_multiple).

(** The multiples with F fractional bits, for lanes ds that hold digits times 2^F. *)
Fixpoint narrow_multiples start (ds quotients : list Z) : Z :=
  match ds, quotients with
  | d :: ds, w :: quotients => narrow_multiples (madd52_high start d w) ds quotients
  | _, _ => start
  end.
Fixpoint narrow_sum (size : nat) (ds rows v : list Z) : list Z :=
  match ds, rows with
  | d :: ds, w :: rows => narrow_sum size ds rows (columns_add_multiple d (put_limbs size w) v)
  | _, _ => v
  end.

Definition narrow_summand_quotient limbs b q :=
  row_summand_quotient (product_quotient 128 b q) b (52 + row_summand_weight limbs + row_fraction_bits limbs).
Definition narrow_start (adds : bool) limbs b q z :=
  let start := 2 ^ row_fraction_bits limbs in
  if adds then madd52_high start (z / 2 ^ row_summand_weight limbs) (narrow_summand_quotient limbs b q) else start.
Definition narrow_product adds limbs b q w z ds :=
  let size := Z.to_nat limbs in let fraction := row_fraction_bits limbs in
  let rows := narrow_rows size (row_digit_bits fraction) q w in
  let multiples := narrow_multiples (narrow_start adds limbs b q z) ds (map (narrow_quotient q) rows) in
  columns_add_multiple (multiples / 2 ^ fraction) (put_limbs size (row_minus_modulus q fraction))
    (narrow_sum size ds rows (repeat 0 size)).

(** Sums of digits by rows, and of the quotients for them. *)
Fixpoint digit_sum (ds rows : list Z) : Z :=
  match ds, rows with d :: ds, w :: rows => low52 d * w + digit_sum ds rows | _, _ => 0 end.
Fixpoint quotient_sum q (ds rows : list Z) : Z :=
  match ds, rows with d :: ds, w :: rows => low52 d * (w * 2 ^ 52 / q) / 2 ^ 52 + quotient_sum q ds rows | _, _ =>
    0 end.

Lemma narrow_quotient_is q w : 0 < q -> narrow_quotient q w = w * 2 ^ 52 / q.
Proof.
  intros. unfold narrow_quotient, table_quotient, row_quotient_shift, row_multiple. change (128 - 52 + Z.log2 1) with 76.
  rewrite Z.div_div, (Z.mul_comm q) by lia. replace (w * 2 ^ 128) with (2 ^ 76 * (w * 2 ^ 52)) by ring.
  apply Z.div_mul_cancel_l; lia.
Qed.

Lemma row_next_is W q w digit_bits : 0 < q -> 0 <= digit_bits <= W ->
  row_next W w (table_quotient W w q) q digit_bits = (w * 2 ^ digit_bits) mod q.
Proof.
  intros Hq HD. unfold row_next, table_quotient. pose proof (power_positive (W - digit_bits) ltac:(lia)) as HP.
  rewrite Z.div_div, (Z.mul_comm q) by lia.
  replace (w * 2 ^ W) with (2 ^ (W - digit_bits) * (w * 2 ^ digit_bits)).
  2: { replace (2 ^ W) with (2 ^ (W - digit_bits) * 2 ^ digit_bits) by (rewrite <- Z.pow_add_r by lia; f_equal;
    lia). ring. }
  rewrite Z.div_mul_cancel_l by lia. rewrite Z.mod_eq by lia. ring.
Qed.

(** Rows are below q, and digits by rows are the product modulo q. *)
Lemma narrow_rows_spec q digit_bits : 0 < q -> 0 <= digit_bits <= 128 -> forall ds w P, 0 <= w < q -> 0 < P ->
  let rows := narrow_rows (length ds) digit_bits q w in
  length rows = length ds /\ Forall (fun row => 0 <= row < q) rows /\
  forall xs, Forall2 (fun x d => low52 d = x * P) xs ds ->
  exists n, digit_sum ds rows = P * (value (2 ^ digit_bits) xs * w - n * q).
Proof.
  intros Hq HD ds. induction ds as [|d ds IH]; intros w P Hw HP; cbv zeta; cbn [length narrow_rows].
  - split; [reflexivity|]. split; [constructor|]. intros xs Hxs. inversion Hxs; subst. exists 0. cbn. lia.
  - rewrite row_next_is by assumption.
    destruct (IH ((w * 2 ^ digit_bits) mod q) P ltac:(apply Z.mod_pos_bound; lia) HP) as (L & F & S).
    split; [cbn [length]; lia|]. split; [constructor; [lia|exact F]|].
    intros xs Hxs. inversion Hxs as [|x ? xs' ? Hx Hxs']; subst. destruct (S xs' Hxs') as [n E].
    cbn [digit_sum value]. rewrite E, Hx. exists (n + value (2 ^ digit_bits) xs' * (w * 2 ^ digit_bits / q)).
    rewrite Z.mod_eq by lia. ring.
Qed.

Lemma narrow_sum_spec size ds : forall rows v n, length v = size ->
  Forall2 column (repeat n size) v -> 0 <= n -> n + 2 * Z.of_nat (length ds) <= 4096 -> length rows = length ds ->
  Forall (fun row => 0 <= row < (2 ^ 52) ^ Z.of_nat size) rows ->
  let r := narrow_sum size ds rows v in
  length r = size /\ Forall2 column (repeat (n + 2 * Z.of_nat (length ds)) size) r /\
  exists k, number52 r = number52 v + digit_sum ds rows - k * (2 ^ 52) ^ Z.of_nat size.
Proof.
  induction ds as [|d ds IH]; intros rows v n Lv Hv Hn Hm Lr Hr; cbv zeta.
  - cbn [length] in *. destruct rows; [|discriminate]. cbn [narrow_sum digit_sum].
    replace (n + 2 * Z.of_nat 0) with n by lia. split; [exact Lv|]. split; [exact Hv|]. exists 0. lia.
  - destruct rows as [|w rows]; [discriminate|]. cbn [narrow_sum digit_sum length] in *.
    inversion_clear Hr as [|? ? Hw Hrows].
    destruct (put_limbs_number size w) as (Ew & _ & Lw). rewrite Z.mod_small in Ew by exact Hw.
    assert (Hbound : Forall (fun t => t <= n + 2) (terms size (repeat n size))).
    { apply terms_limited. clear. induction size; cbn; constructor; [lia|assumption]. }
    destruct (columns_add_multiple_spec (put_limbs size w) d (repeat n size) v Hv) as (H1 & _ & k & _ & _ & E).
    { rewrite Lw, Lv. lia. }
    { rewrite Lw. eapply Forall_impl; [|exact Hbound]. cbn. lia. }
    rewrite Lw in H1. set (v' := columns_add_multiple d (put_limbs size w) v) in *. clearbody v'.
    assert (Hv' : length v' = size /\ Forall2 column (repeat (n + 2) size) v').
    { assert (Lt : forall c ns, length (terms c ns) = length ns).
      { clear. induction c as [|c IH]; intros [|a [|b ns]]; cbn [terms length];
          try reflexivity. rewrite IH. reflexivity. }
      assert (Ln : length (terms size (repeat n size)) = size) by (rewrite Lt; apply repeat_length).
      revert H1 Hbound Ln. generalize (terms size (repeat n size)). clear. intros ns H. revert size.
      induction H as [|a c ns v Hac _ IH]; intros size Hb Ln; cbn [length] in *; subst size; [split;
        [reflexivity|constructor]|].
      inversion_clear Hb as [|? ? Ha Hb']. destruct (IH (length ns) Hb' eq_refl) as [L F]. cbn [length repeat].
      split; [lia|]. constructor; [unfold column in *; lia|exact F]. }
    destruct Hv' as [Lv' Fv'].
    destruct (IH rows v' (n + 2) Lv' Fv' ltac:(lia) ltac:(lia) ltac:(lia) Hrows) as (L & F & k' & E').
    split; [exact L|]. split.
    { replace (n + 2 * Z.of_nat (S (length ds))) with (n + 2 + 2 * Z.of_nat (length ds)) by lia. exact F. }
    exists (k + k'). rewrite E', E, Ew, Lv. ring.
Qed.

(** Nothing wraps; the error is less than two for each row. *)
Lemma narrow_multiples_spec q F ds : forall rows start, 0 < q -> 0 <= F -> length rows = length ds ->
  Forall (fun d => low52 d <= 2 ^ 52 - F) ds -> Forall (fun row => 0 <= row < q) rows ->
  0 <= start -> start + Z.of_nat (length ds) * 2 ^ 52 < 2 ^ 64 ->
  let n := Z.of_nat (length ds) in
  narrow_multiples start ds (map (narrow_quotient q) rows) = start + quotient_sum q ds rows /\
  0 <= quotient_sum q ds rows <= n * (2 ^ 52 - F) /\
  q * quotient_sum q ds rows <= digit_sum ds rows <= q * quotient_sum q ds rows + 2 * n * q.
Proof.
  induction ds as [|d ds IH]; intros rows start Hq HF Lr Hd Hr Hs Hm; cbv zeta.
  - destruct rows; [|discriminate]. cbn. lia.
  - destruct rows as [|w rows]; [discriminate|]. cbn [narrow_multiples quotient_sum digit_sum map length] in *.
    inversion_clear Hr as [|? ? Hw Hrows]. inversion_clear Hd as [|? ? Hd0 Hds].
    pose proof (low52_range d) as Hd52. rewrite narrow_quotient_is by assumption. set (x := low52 d) in *.
    assert (Hv : 0 <= w * 2 ^ 52 / q < 2 ^ 52).
    { split; [apply Z.div_pos; lia|apply Z.div_lt_upper_bound; lia]. }
    floor_of (w * 2 ^ 52) by q as v Fv.
    assert (Hxv : 0 <= x * v <= x * 2 ^ 52) by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg_l]; lia).
    pose proof (floor (x * v) (2 ^ 52) ltac:(lia)) as Fp.
    assert (Em : madd52_high start d v = start + x * v / 2 ^ 52).
    { unfold madd52_high. fold x. rewrite (low52_small v), Z.mod_small by lia. reflexivity. }
    rewrite Em. clear Em. set (p := x * v / 2 ^ 52) in *. clearbody p x.
    destruct (IH rows (start + p) Hq HF ltac:(lia) Hds Hrows ltac:(lia) ltac:(lia)) as (E & H1 & H2).
    split; [rewrite E; ring|]. split; [lia|].
    assert (B1 : x * (q * v) <= x * (w * 2 ^ 52) <= x * (q * v + q)) by (split; apply Z.mul_le_mono_nonneg_l; lia).
    assert (B2 : q * (2 ^ 52 * p) <= q * (x * v) <= q * (2 ^ 52 * p + 2 ^ 52)) by (split;
      apply Z.mul_le_mono_nonneg_l; lia).
    assert (B3 : x * q <= 2 ^ 52 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
    assert (q * p <= x * w <= q * p + 2 * q) by (split; apply (Z.mul_le_mono_pos_r _ _ (2 ^ 52)); lia).
    lia.
Qed.

(** The columns are left with 2^F times x w - Q q modulo 2^(52 limbs), in which its sign shows. With z, which is added
    to the words, it lies in [-q, q). *)
Theorem narrow_product_in_range adds limbs b q w x z most xs ds :
  let F := row_fraction_bits limbs in let D := row_digit_bits F in
  limbs = 2 \/ limbs = 3 -> product_least_bits limbs <= b <= radix52_modulus_bits limbs -> 2 ^ (b - 1) <= q < 2 ^ b ->
  0 <= w < q -> most <= 8 -> (limbs = 2 -> most <= product_operand_factor 2) -> 0 <= z < most * q -> (adds = false ->
    z = 0) ->
  Z.of_nat (length ds) = limbs -> digits_of (2 ^ D) xs -> x = value (2 ^ D) xs ->
  Forall2 (fun x d => low52 d = x * 2 ^ F) xs ds ->
  let v := narrow_product adds limbs b q w z ds in
  exists r e, number52 v = (r - z) * 2 ^ F + e * 2 ^ (52 * limbs) /\ r mod q = (x * w + z) mod q /\ - q <= r < q /\
    - 2 ^ (52 * limbs - 1) <= (r - z) * 2 ^ F < 2 ^ (52 * limbs - 1) /\
        Forall2 column (repeat (2 * limbs + 2) (length ds)) v.
Proof.
  intros F D HL Hb Hq Hw Hmost Hmost2 Hz Hadds Ld Hxs Ex Hds v.
  assert (Hmost0 : 0 <= most) by (apply Z.lt_succ_r, (cancel q); lia).
  assert (HF : F + D = 52 /\ 0 <= D <= 52 /\ 0 <= F /\ 2 * limbs + 3 <= 2 ^ F /\ 2 ^ F <= 512 /\
    (2 ^ F) * (most + 1) * 2 ^ b <= 2 ^ (52 * limbs - 1)).
  { unfold D, F, row_digit_bits, row_fraction_bits, product_least_bits, radix52_modulus_bits,
      product_operand_factor in *.
    destruct HL as [-> | ->]; cbn [Z.eqb Pos.eqb] in *.
    - assert (2 ^ b <= 2 ^ 98) by (apply Z.pow_le_mono_r; lia).
      assert (2 ^ 3 * (most + 1) * 2 ^ b <= 2 ^ 3 * 2 * 2 ^ 98) by (apply Z.mul_le_mono_nonneg; lia).
      lia.
    - assert (2 ^ b <= 2 ^ 124) by (apply Z.pow_le_mono_r; lia).
      assert (2 ^ 9 * (most + 1) * 2 ^ b <= 2 ^ 9 * 9 * 2 ^ 124) by (apply Z.mul_le_mono_nonneg; lia).
      lia. }
  destruct HF as (HFD & HD & HF0 & H2F & HF512 & Hfit). pose proof (power_positive F HF0) as HPF.
  assert (HPD : 2 ^ D * 2 ^ F = 2 ^ 52) by (rewrite <- Z.pow_add_r by lia; f_equal; lia).
  assert (Hq0 : 0 < q) by lia.
  unfold v, narrow_product. fold F. fold D. replace (Z.to_nat limbs) with (length ds) by lia.
  destruct (narrow_rows_spec q D Hq0 ltac:(lia) ds w (2 ^ F) Hw HPF) as (Lr & Hr & Hsum).
  destruct (Hsum xs Hds) as [n0 ES]. rewrite <- Ex in ES. clear Hsum.
  set (rows := narrow_rows (length ds) D q w) in *. clearbody rows.
  assert (Hd52 : Forall (fun d => low52 d <= 2 ^ 52 - 2 ^ F) ds).
  { clear - Hds Hxs HPD HPF. induction Hds as [|a d xs ds Ha _ IH]; [constructor|].
    inversion_clear Hxs as [|? ? Hx0 Hxs']. constructor; [|apply IH; assumption]. rewrite Ha.
    assert (a * 2 ^ F <= (2 ^ D - 1) * 2 ^ F) by (apply Z.mul_le_mono_nonneg_r; lia). lia. }
  (* the summand's part of the quotient *)
  assert (Hstart : exists p, narrow_start adds limbs b q z = 2 ^ F + p /\ 0 <= p < 2 ^ 52 /\
    q * p <= 2 ^ F * z <= q * p + 3 * q).
  { unfold narrow_start. fold F. destruct adds; [|exists 0; rewrite (Hadds eq_refl); lia].
    unfold narrow_summand_quotient, row_summand_quotient. fold F.
    set (T := 2 ^ row_summand_weight limbs).
    assert (HT : 0 < T /\ 2 ^ F * T <= q /\ most * q <= 2 ^ 52 * T /\ 0 <= row_summand_weight limbs /\
      52 + row_summand_weight limbs + F <= b + 126 /\ 2 ^ 52 * T * 2 ^ F < 2 ^ 52 * q).
    { unfold T, F, row_fraction_bits, row_summand_weight, product_least_bits, radix52_modulus_bits,
        product_operand_factor in *.
      destruct HL as [-> | ->]; cbn [Z.eqb Pos.eqb] in *.
      - assert (2 ^ 60 <= 2 ^ (b - 1)) by (apply Z.pow_le_mono_r;
          lia). assert (2 ^ b <= 2 ^ 98) by (apply Z.pow_le_mono_r; lia).
        assert (most * q <= 1 * q) by (apply Z.mul_le_mono_nonneg_r; lia). lia.
      - assert (2 ^ 98 <= 2 ^ (b - 1)) by (apply Z.pow_le_mono_r;
          lia). assert (2 ^ b <= 2 ^ 124) by (apply Z.pow_le_mono_r; lia).
        assert (most * q <= 8 * q) by (apply Z.mul_le_mono_nonneg_r; lia). lia. }
    destruct HT as (HT0 & HTF & HTz & Hw0 & Hpow & HT52).
    assert (Enu : product_quotient 128 b q / 2 ^ (b + 126 - (52 + row_summand_weight limbs + F)) = 2 ^ 52 * T * 2 ^ F
      / q).
    { unfold product_quotient. set (e := b + 126 - (52 + row_summand_weight limbs + F)).
      pose proof (power_positive e ltac:(unfold e; lia)) as He. rewrite Z.div_div, (Z.mul_comm q) by lia.
      replace (2 ^ (b + 128 - 2)) with (2 ^ e * (2 ^ 52 * T * 2 ^ F)).
      2: { unfold T. rewrite <- !Z.pow_add_r by (unfold e; lia). f_equal. unfold e. lia. }
      apply Z.div_mul_cancel_l; lia. }
    rewrite Enu. clear Enu. floor_of (2 ^ 52 * T * 2 ^ F) by q as nu Fnu.
    assert (Hnu : 0 <= nu < 2 ^ 52).
    { split; [apply Z.lt_succ_r|]; apply (cancel q); try lia. }
    pose proof (floor z T HT0) as Ft. set (t := z / T) in *. clearbody t.
    assert (Ht : 0 <= t < 2 ^ 52) by (split; [apply Z.lt_succ_r|]; apply (cancel T); lia).
    unfold madd52_high. rewrite !low52_small by assumption.
    assert (Htn : 0 <= t * nu <= 2 ^ 52 * 2 ^ 52) by (split; [apply Z.mul_nonneg_nonneg|apply Z.mul_le_mono_nonneg];
      lia).
    assert (Htn' : t * nu <= (2 ^ 52 - 1) * 2 ^ 52) by (apply Z.mul_le_mono_nonneg; lia).
    pose proof (floor (t * nu) (2 ^ 52) ltac:(lia)) as Fp. set (p := t * nu / 2 ^ 52) in *. clearbody p.
    exists p. rewrite Z.mod_small by lia. split; [reflexivity|]. split; [lia|].
    assert (B1 : t * (q * nu) <= t * (2 ^ 52 * T * 2 ^ F) <= t * (q * nu + q)) by (split;
      apply Z.mul_le_mono_nonneg_l; lia).
    assert (B2 : q * (2 ^ 52 * p) <= q * (t * nu) <= q * (2 ^ 52 * p + 2 ^ 52)) by (split;
      apply Z.mul_le_mono_nonneg_l; lia).
    assert (B3 : 2 ^ F * (T * t) <= 2 ^ F * z <= 2 ^ F * (T * t + T)) by (split; apply Z.mul_le_mono_nonneg_l; lia).
    assert (B4 : t * q <= 2 ^ 52 * q) by (apply Z.mul_le_mono_nonneg_r; lia).
    clear - B1 B2 B3 B4 HTF. split; apply (Z.mul_le_mono_pos_r _ _ (2 ^ 52)); lia. }
  destruct Hstart as (p & -> & Hp & Hpz).
  destruct (narrow_multiples_spec q (2 ^ F) ds rows (2 ^ F + p) Hq0 ltac:(lia) Lr Hd52 Hr ltac:(lia) ltac:(lia))
    as (-> & HU & HUS).
  set (U := quotient_sum q ds rows) in *. clearbody U. rewrite Ld in *.
  pose proof (floor (2 ^ F + p + U) (2 ^ F) HPF) as FQ. set (Q := (2 ^ F + p + U) / 2 ^ F) in *. clearbody Q.
  set (S := x * w - n0 * q) in *. rewrite ES in HUS.
  assert (HQ : 0 <= Q < 2 ^ 52).
  { split; [apply Z.lt_succ_r|]; apply (cancel (2 ^ F)); lia. }
  assert (B1 : q * (2 ^ F * Q) <= q * (2 ^ F + p + U) <= q * (2 ^ F * Q + 2 ^ F - 1)) by (split;
    apply Z.mul_le_mono_nonneg_l; lia).
  assert (Hr' : - q <= S + z - Q * q < q).
  { assert (- q * 2 ^ F <= (S + z - Q * q) * 2 ^ F <= (2 * limbs + 3) * q - q).
    { lia. }
    assert ((2 * limbs + 3) * q <= 2 ^ F * q) by (apply Z.mul_le_mono_nonneg_r; lia).
    split; [apply (Z.mul_le_mono_pos_r _ _ (2 ^ F))|apply (cancel (2 ^ F))]; lia. }
  (* the columns *)
  assert (HqB : q < (2 ^ 52) ^ Z.of_nat (length ds)).
  { rewrite Ld, <- Z.pow_mul_r by lia. assert (2 ^ b <= 2 ^ (52 * limbs)); [|lia]. apply Z.pow_le_mono_r; [lia|].
    unfold product_least_bits, radix52_modulus_bits in *. destruct HL as [-> | ->]; cbn [Z.eqb Pos.eqb] in *; lia. }
  destruct (narrow_sum_spec (length ds) ds rows (repeat 0 (length ds)) 0) as (Lc & Hc & k1 & E1); try lia.
  { apply repeat_length. }
  { clear. induction (length ds); cbn [repeat]; constructor; [unfold column; lia|assumption]. }
  { eapply Forall_impl; [|exact Hr]. cbv beta. lia. }
  assert (E0 : number52 (repeat 0 (length ds)) = 0).
  { clear. induction (length ds) as [|n IH]; [reflexivity|]. unfold number52 in *. cbn [repeat value]. lia. }
  rewrite E0 in E1. clear E0. set (v0 := narrow_sum _ _ _ _) in *. clearbody v0. rewrite Ld, Z.add_0_l in Hc.
  destruct (put_limbs_number (length ds) (row_minus_modulus q F)) as (Em & _ & Lm).
  set (minus := put_limbs _ _) in *. clearbody minus.
  assert (Hn8 : Forall (fun n => n <= 2 * limbs + 2) (terms (length minus) (repeat (2 * limbs) (length ds)))).
  { apply terms_limited. clear. induction (length ds); cbn; constructor; [lia|assumption]. }
  destruct (columns_add_multiple_spec minus Q (repeat (2 * limbs) (length ds)) v0 Hc) as (H1 & _ & k2 & _ & _ & E2).
  { lia. }
  { eapply Forall_impl; [|exact Hn8]. cbn. destruct HL as [-> | ->]; lia. }
  set (result := columns_add_multiple Q minus v0) in *. clearbody result.
  exists (S + z - Q * q). rewrite Lc in E2. rewrite Em, E1, ES, low52_small in E2 by exact HQ.
  assert (EB : (2 ^ 52) ^ Z.of_nat (length ds) = 2 ^ (52 * limbs)) by (rewrite Ld, <- Z.pow_mul_r by lia; reflexivity).
  rewrite EB in E2. assert (HPB : 0 < 2 ^ (52 * limbs)) by (apply power_positive; clear - HL;
    lia). set (PB := 2 ^ (52 * limbs)) in *.
  pose proof (Z.div_mod (row_minus_modulus q F) PB ltac:(lia)) as Dm. unfold row_minus_modulus in *.
  exists (- (Q * (- q * 2 ^ F / PB)) - k1 - k2).
  split.
  { rewrite E2. replace ((- q * 2 ^ F) mod PB) with (- q * 2 ^ F - PB * (- q * 2 ^ F / PB)) by (clear - Dm;
      lia). ring. }
  split. { apply (congruent _ _ _ (n0 + Q)); [lia|]. unfold S. ring. }
  split; [exact Hr'|]. split.
  - assert (q * 2 ^ F <= 2 ^ b * 2 ^ F) by (apply Z.mul_le_mono_nonneg_r; lia).
    assert (Hq1 : (q + z) * 2 ^ F <= (most + 1) * q * 2 ^ F) by (apply Z.mul_le_mono_nonneg_r; lia).
    assert (Hq2 : (most + 1) * q * 2 ^ F < (most + 1) * 2 ^ b * 2 ^ F).
    { apply Z.mul_lt_mono_pos_r; [lia|]. apply Z.mul_lt_mono_pos_l; lia. }
    assert (Hq4 : - (q + z) * 2 ^ F <= (S + z - Q * q - z) * 2 ^ F < q * 2 ^ F).
    { clear - Hr' Hz HPF. split; [apply Z.mul_le_mono_nonneg_r|apply Z.mul_lt_mono_pos_r]; lia. }
    assert (Hq3 : q * 2 ^ F <= (q + z) * 2 ^ F) by (apply Z.mul_le_mono_nonneg_r; lia).
    replace (2 ^ F * (most + 1) * 2 ^ b) with ((most + 1) * 2 ^ b * 2 ^ F) in Hfit by ring.
    rewrite Z.mul_opp_l in Hq4. clear - Hfit Hq1 Hq2 Hq3 Hq4. set (A := (q + z) * 2 ^ F) in *.
    set (T := (_ - z) * 2 ^ F) in *. clearbody A T. lia.
  - assert (Lt : forall c ns, length (terms c ns) = length ns).
    { clear. induction c as [|c IH]; intros [|a [|a' ns]]; cbn [terms length];
        try reflexivity. rewrite IH. reflexivity. }
    assert (Ln : length (terms (length minus) (repeat (2 * limbs) (length ds))) = length ds) by (rewrite Lt;
      apply repeat_length).
    revert H1 Hn8 Ln. generalize (terms (length minus) (repeat (2 * limbs) (length ds))). generalize (length ds). clear.
    intros size ns H. revert size. induction H as [|a c ns v Hac _ IH]; intros size Hb Ln; cbn [length] in *;
      subst size;
      cbn [repeat]; [constructor|]. inversion_clear Hb as [|? ? Ha Hb']. constructor; [unfold column in *; lia|].
    apply IH; [exact Hb'|reflexivity].
Qed.

(** ** Section 13.1: contents of tables of whole digits, except for the one that is added to quotients *)
Theorem whole_rows_encoded W limbs q w : W = 64 \/ W = 128 -> limbs = 2 \/ limbs = 3 -> 0 < q ->
  let m := whole_row_multiple limbs in m = radix52_row_multiple limbs /\
  table_quotient W w q / 2 ^ row_quotient_shift W (Z.log2 m) = w * 2 ^ 52 / (m * q) /\
  row_next W w (table_quotient W w q) q whole_row_digit_bits = (w * 2 ^ 52) mod q.
Proof.
  intros HW HL Hq. cbv zeta. split; [reflexivity|]. split; [|apply row_next_is; [exact Hq|unfold whole_row_digit_bits; lia]].
  assert (E : exists k, 0 <= k <= 2 /\ whole_row_multiple limbs = 2 ^ k).
  { destruct HL as [-> | ->]; [exists 1|exists 2]; (split; [lia|reflexivity]). }
  destruct E as (k & Hk & ->). rewrite Z.log2_pow2 by lia. unfold table_quotient, row_quotient_shift.
  pose proof (power_positive (W - 52) ltac:(lia)). pose proof (power_positive k ltac:(lia)).
  rewrite Z.pow_add_r, Z.div_div by (try apply Z.mul_pos_pos; lia).
  replace (q * (2 ^ (W - 52) * 2 ^ k)) with (2 ^ k * q * 2 ^ (W - 52)) by ring.
  replace (w * 2 ^ W) with (w * 2 ^ 52 * 2 ^ (W - 52)).
  2: { rewrite <- Z.mul_assoc, <- Z.pow_add_r by lia. do 2 f_equal. lia. }
  apply Z.div_mul_cancel_r; lia.
Qed.
